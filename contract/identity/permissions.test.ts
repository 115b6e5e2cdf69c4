import { expect, test } from 'vitest'
import { appointmentStates, type AppointmentState } from '../booking/appointment-states.ts'
import {
  isAllowed,
  permissions,
  rolesWith,
  scopeOf,
  type Action,
  type AppointmentFacts,
} from './permissions.ts'
import { roles, type Role } from './roles.ts'

const actions = Object.keys(permissions) as Action[]
const startsAt = Date.parse('2030-01-07T17:00:00Z')
const moments = [startsAt - 1, startsAt, startsAt + 1]
const everyFact = appointmentStates.flatMap((state) => moments.map((now) => ({ state, startsAt, now })))

/** Takes any text as a role or an action, as a database or a stored value may hold it. */
const isAllowedAtRunTime = isAllowed as (role: string, action: string, facts?: AppointmentFacts) => boolean
const scopeAtRunTime = scopeOf as (role: string, action: string) => string

/** Written by hand: the scope of customer, shop and administrator. */
const scopes: Record<Action, [customer: string, shop: string, administrator: string]> = {
  'account.use': ['own', 'own', 'own'],
  'account.skipSecondFactor': ['own', 'none', 'none'],
  'ownAppointment.list': ['own', 'own', 'own'],
  'ownAppointment.book': ['own', 'none', 'none'],
  'ownAppointment.change': ['own', 'none', 'none'],
  'ownAppointment.cancel': ['own', 'none', 'none'],
  'ownAppointment.findCalendarFile': ['own', 'none', 'none'],
  'appointment.read': ['none', 'ownShop', 'all'],
  'appointment.export': ['none', 'ownShop', 'all'],
  'appointment.askForCard': ['none', 'ownShop', 'all'],
  'appointment.cancel': ['none', 'ownShop', 'all'],
  'mail.resend': ['none', 'ownShop', 'all'],
  'payment.capture': ['none', 'ownShop', 'all'],
  'dispute.answer': ['none', 'none', 'all'],
  'overview.read': ['none', 'ownShop', 'all'],
  'statement.read': ['none', 'ownShop', 'all'],
  'shop.read': ['none', 'ownShop', 'all'],
  'shop.change': ['none', 'ownShop', 'all'],
  'shop.changePayout': ['none', 'ownShop', 'all'],
  'shop.changeStatus': ['none', 'none', 'all'],
}

/** By hand: in which states, and before or from the start, a conditional action is allowed. */
const conditions: Partial<
  Record<
    Action,
    Partial<Record<Role, { states: readonly AppointmentState[]; before: boolean; after: boolean }>>
  >
> = {
  'ownAppointment.change': { customer: { states: ['booked'], before: true, after: false } },
  'ownAppointment.cancel': { customer: { states: ['claimed', 'booked'], before: true, after: false } },
  'appointment.cancel': {
    shop: { states: ['claimed', 'booked', 'cancelled', 'released'], before: true, after: true },
  },
  'payment.capture': { shop: { states: appointmentStates, before: false, after: true } },
}

test('each role has its scope for each action', () => {
  for (const action of actions)
    expect([action, ...roles.map((role) => scopeOf(role, action))]).toEqual([action, ...scopes[action]])
})

test('isAllowed follows the decided conditions for each role, action, state and time', () => {
  const wrong: unknown[] = []
  for (const action of actions) {
    for (const [index, role] of roles.entries()) {
      const condition = conditions[action]?.[role]
      for (const facts of everyFact) {
        const isInTime = facts.now < startsAt ? condition?.before : condition?.after
        const expected = condition
          ? condition.states.includes(facts.state) && isInTime === true
          : scopes[action][index] !== 'none'
        if (isAllowedAtRunTime(role, action, facts) !== expected)
          wrong.push({ action, role, facts, expected })
      }
    }
  }
  expect(wrong).toEqual([])
})

const unknownRoles = [
  'technician',
  '',
  'Administrator',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
]

test('an unknown role is allowed no action', () => {
  const allowed = unknownRoles.flatMap((role) =>
    actions.filter(
      (action) =>
        scopeAtRunTime(role, action) !== 'none' ||
        everyFact.some((facts) => isAllowedAtRunTime(role, action, facts)),
    ),
  )
  expect(allowed).toEqual([])
})

test('every role is refused an unknown action', () => {
  for (const action of ['shop.delete', '', '__proto__', 'constructor', 'toString', 'valueOf']) {
    for (const role of [...roles, ...unknownRoles]) {
      expect([role, action, scopeAtRunTime(role, action)]).toEqual([role, action, 'none'])
      expect(isAllowedAtRunTime(role, action, everyFact[0])).toBe(false)
    }
  }
})

test('a value that is not a string is refused as a role', () => {
  const roleOf = (value: unknown) => value as string
  for (const role of [null, undefined, 0, {}, []].map(roleOf))
    expect(isAllowedAtRunTime(role, 'account.use')).toBe(false)
})

test('a staff action has the scope of shop.read, or none', () => {
  const ofShops = actions.filter((action) =>
    roles.some((role) => ['ownShop', 'all'].includes(scopeOf(role, action))),
  )
  for (const action of ofShops)
    for (const role of roles)
      expect(['none', scopeOf(role, 'shop.read')], `${action} of ${role}`).toContain(scopeOf(role, action))
})

test('rolesWith lists the roles with any scope for an action', () => {
  expect(rolesWith('account.use')).toEqual(roles)
  expect(rolesWith('payment.capture')).toEqual(['shop', 'administrator'])
  expect(rolesWith('shop.changeStatus')).toEqual(['administrator'])
  expect((rolesWith as (action: string) => readonly Role[])('constructor')).toEqual([])
})
