import { expect, test } from 'vitest'
import { appointmentStates, type AppointmentState } from '../booking/appointment-states.ts'
import {
  isAllowed,
  permissions,
  scopeOf,
  standingsWith,
  type Action,
  type AppointmentFacts,
} from './permissions.ts'
import { standings, type Standing } from './roles.ts'

const actions = Object.keys(permissions) as Action[]
const startsAt = Date.parse('2030-01-07T17:00:00Z')
const endsAt = startsAt + 3 * 3_600_000
const moments = [startsAt - 1, startsAt, startsAt + 1, endsAt - 1, endsAt, endsAt + 1]
const everyFact = appointmentStates.flatMap((state) =>
  moments.map((now) => ({ state, startsAt, endsAt, now })),
)

/** Takes any text as a role or an action, as a database or a stored value may hold it. */
const isAllowedAtRunTime = isAllowed as (role: string, action: string, facts?: AppointmentFacts) => boolean
const scopeAtRunTime = scopeOf as (role: string, action: string) => string

/** Written by hand: the scope of each standing. */
const scopes: Record<Action, [customer: string, shop: string, suspendedShop: string, administrator: string]> =
  {
    'account.use': ['own', 'own', 'own', 'own'],
    'account.skipSecondFactor': ['own', 'none', 'none', 'none'],
    'ownAppointment.list': ['own', 'own', 'own', 'own'],
    'ownAppointment.book': ['own', 'none', 'none', 'none'],
    'ownAppointment.change': ['own', 'none', 'none', 'none'],
    'ownAppointment.cancel': ['own', 'none', 'none', 'none'],
    'ownAppointment.correctContact': ['own', 'none', 'none', 'none'],
    'ownAppointment.findCalendarFile': ['own', 'none', 'none', 'none'],
    'ownReview.addPhoto': ['own', 'none', 'none', 'none'],
    'appointment.read': ['none', 'ownShop', 'ownShop', 'all'],
    'appointment.readEmail': ['none', 'ownShop', 'none', 'all'],
    'attention.read': ['none', 'ownShop', 'none', 'all'],
    'board.read': ['none', 'ownShop', 'none', 'all'],
    'appointment.export': ['none', 'ownShop', 'none', 'all'],
    'appointment.askForCard': ['none', 'ownShop', 'none', 'all'],
    'appointment.correctContact': ['none', 'ownShop', 'none', 'all'],
    'appointment.cancel': ['none', 'ownShop', 'none', 'all'],
    'fitment.recordOutcome': ['none', 'ownShop', 'none', 'all'],
    'fitment.review': ['none', 'ownShop', 'none', 'all'],
    'mail.resend': ['none', 'ownShop', 'none', 'all'],
    'customer.read': ['none', 'none', 'none', 'all'],
    'customer.decide': ['none', 'none', 'none', 'all'],
    'payment.capture': ['none', 'ownShop', 'ownShop', 'all'],
    'dispute.answer': ['none', 'none', 'none', 'all'],
    'fitment.change': ['none', 'none', 'none', 'all'],
    'overview.read': ['none', 'ownShop', 'none', 'all'],
    'funnel.read': ['none', 'none', 'none', 'all'],
    'statement.read': ['none', 'ownShop', 'none', 'all'],
    'shop.read': ['none', 'ownShop', 'ownShop', 'all'],
    'shop.readSettings': ['none', 'ownShop', 'none', 'all'],
    'shop.change': ['none', 'ownShop', 'none', 'all'],
    'shop.changePayout': ['none', 'ownShop', 'none', 'all'],
    'shop.changeStatus': ['none', 'none', 'none', 'all'],
  }

type Condition = {
  states: readonly AppointmentState[]
  before: boolean
  during: boolean
  after: boolean
}

const notCancelled = {
  states: appointmentStates.filter((state) => state !== 'cancelled'),
  before: true,
  during: true,
  after: true,
}

const fromTheStart: Condition = { states: appointmentStates, before: false, during: true, after: true }

/** By hand: in which states, and before, during and after the work, a conditional action is allowed. */
const conditions: Partial<Record<Action, Partial<Record<Standing, Condition>>>> = {
  'ownAppointment.change': { customer: { states: ['booked'], before: true, during: false, after: false } },
  'ownAppointment.cancel': {
    customer: { states: ['claimed', 'booked'], before: true, during: false, after: false },
  },
  'ownAppointment.correctContact': { customer: notCancelled },
  'appointment.correctContact': { shop: notCancelled, administrator: notCancelled },
  'appointment.cancel': {
    shop: { states: ['claimed', 'booked', 'cancelled', 'released'], before: true, during: true, after: true },
  },
  'fitment.recordOutcome': { shop: fromTheStart, administrator: fromTheStart },
  'payment.capture': {
    shop: { states: appointmentStates, before: false, during: true, after: true },
    suspendedShop: { states: appointmentStates, before: false, during: false, after: true },
  },
}

test('each standing has its scope for each action', () => {
  for (const action of actions)
    expect([action, ...standings.map((role) => scopeOf(role, action))]).toEqual([action, ...scopes[action]])
})

test('isAllowed follows the decided conditions for each standing, action, state and time', () => {
  const wrong: unknown[] = []
  for (const action of actions) {
    for (const [index, role] of standings.entries()) {
      const condition = conditions[action]?.[role]
      for (const facts of everyFact) {
        const phase = facts.now < startsAt ? 'before' : facts.now < endsAt ? 'during' : 'after'
        const isInTime = condition?.[phase]
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

test('every standing is refused an unknown action', () => {
  for (const action of ['shop.delete', '', '__proto__', 'constructor', 'toString', 'valueOf']) {
    for (const role of [...standings, ...unknownRoles]) {
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
    standings.some((role) => ['ownShop', 'all'].includes(scopeOf(role, action))),
  )
  for (const action of ofShops)
    for (const role of standings)
      expect(['none', scopeOf(role, 'shop.read')], `${action} of ${role}`).toContain(scopeOf(role, action))
})

test('standingsWith lists the standings with any scope for an action', () => {
  expect(standingsWith('account.use')).toEqual(standings)
  expect(standingsWith('payment.capture')).toEqual(['shop', 'suspendedShop', 'administrator'])
  expect(standingsWith('shop.changeStatus')).toEqual(['administrator'])
  expect((standingsWith as (action: string) => readonly Standing[])('constructor')).toEqual([])
})
