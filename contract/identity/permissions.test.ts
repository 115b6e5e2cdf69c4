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
import { workStates, type WorkState } from '../workshop/work-states.ts'
import { standings, type Standing } from './roles.ts'

const actions = Object.keys(permissions) as Action[]
const startsAt = Date.parse('2030-01-07T17:00:00Z')
const endsAt = startsAt + 3 * 3_600_000
const moments = [startsAt - 1, startsAt, startsAt + 1, endsAt - 1, endsAt, endsAt + 1]
const everyFact = appointmentStates.flatMap((state) =>
  workStates.flatMap((workState) => moments.map((now) => ({ state, workState, startsAt, endsAt, now }))),
)

/** Takes any text as a role or an action, as a database or a stored value may hold it. */
const isAllowedAtRunTime = isAllowed as (role: string, action: string, facts?: AppointmentFacts) => boolean
const scopeAtRunTime = scopeOf as (role: string, action: string) => string

/**
 * Written by hand: the scope of each standing, in the order customer, shop, technician, desk, owner,
 * suspended shop, administrator. 'shop' stands for the own shop.
 */
const scopes: Record<Action, string> = {
  'account.use': 'own own none none none none own',
  'account.skipSecondFactor': 'own none none none none none none',
  'ownAppointment.list': 'own own none none none none own',
  'ownAppointment.book': 'own none none none none none none',
  'ownAppointment.change': 'own none none none none none none',
  'ownAppointment.cancel': 'own none none none none none none',
  'ownAppointment.correctContact': 'own none none none none none none',
  'ownAppointment.findCalendarFile': 'own none none none none none none',
  'ownAppointment.readWork': 'own none none none none none none',
  'ownReview.addPhoto': 'own none none none none none none',
  'work.read': 'none none shop shop shop none all',
  'work.take': 'none none shop shop shop none none',
  'work.record': 'none none shop shop shop none all',
  'receipt.read': 'none none none shop shop none all',
  'feed.change': 'none none shop shop shop none none',
  'appointment.read': 'none none none shop shop shop all',
  'appointment.readEmail': 'none none none shop shop none all',
  'attention.read': 'none none none shop shop none all',
  'board.read': 'none none none shop shop none all',
  'block.change': 'none none none shop shop none all',
  'live.watch': 'none none shop shop shop none all',
  'appointment.export': 'none none none shop shop none all',
  'appointment.askForCard': 'none none none shop shop none all',
  'appointment.correctContact': 'none none none shop shop none all',
  'appointment.cancel': 'none none none shop shop none all',
  'appointment.create': 'none none none shop shop none all',
  'appointment.move': 'none none none shop shop none all',
  'appointment.confirm': 'none none none shop shop none all',
  'appointment.assign': 'none none none shop shop none all',
  'fitment.recordOutcome': 'none none none shop shop none all',
  'text.read': 'none none none shop shop none all',
  'text.write': 'none none none shop shop none all',
  'fitment.review': 'none none none shop shop none all',
  'mail.resend': 'none none none shop shop none all',
  'contact.read': 'none none none shop shop none all',
  'contact.change': 'none none none shop shop none all',
  'contact.merge': 'none none none shop shop none all',
  'customer.read': 'none none none none none none all',
  'customer.decide': 'none none none none none none all',
  'payment.capture': 'none none none shop shop shop all',
  'payment.recordAtShop': 'none none none shop shop none all',
  'payment.returnAtShop': 'none none none shop shop none all',
  'payment.refundPart': 'none none none shop shop none all',
  'price.read': 'none none none shop shop none all',
  'price.change': 'none none none shop shop none all',
  'fee.charge': 'none none none shop shop none all',
  'fee.refund': 'none none none none none none all',
  'dispute.answer': 'none none none none none none all',
  'fitment.change': 'none none none none none none all',
  'overview.read': 'none none none shop shop none all',
  'funnel.read': 'none none none none none none all',
  'statement.read': 'none none none none shop none all',
  'payout.record': 'none none none none none none all',
  'people.read': 'none none none none shop none none',
  'people.change': 'none none none none shop none none',
  'people.changeOwnMails': 'none none none shop shop none none',
  'shop.read': 'none none none shop shop shop all',
  'shop.readSettings': 'none none none shop shop none all',
  'shop.change': 'none none none none shop none all',
  'shop.add': 'none none none none shop none none',
  'shop.readPayout': 'none none none none shop none all',
  'shop.changePayout': 'none none none none shop none all',
  'shop.changeStatus': 'none none none none none none all',
}

function scopesOf(action: Action): string[] {
  return scopes[action].split(' ').map((scope) => (scope === 'shop' ? 'ownShop' : scope))
}

type Condition = {
  states: readonly AppointmentState[]
  before: boolean
  during: boolean
  after: boolean
  /** States of the work that allow it at any time. */
  whateverTime?: readonly WorkState[]
}

const notCancelled = {
  states: appointmentStates.filter((state) => state !== 'cancelled'),
  before: true,
  during: true,
  after: true,
}

const notCaptured: Condition = {
  states: ['claimed', 'booked', 'cancelled', 'released'],
  before: true,
  during: true,
  after: true,
}

const onlyBooked: Condition = { states: ['booked'], before: true, during: true, after: true }
const bookedBefore: Condition = { states: ['booked'], before: true, during: false, after: false }
const fromTheStart: Condition = { states: appointmentStates, before: false, during: true, after: true }
const onceBegun: Condition = { ...fromTheStart, whateverTime: ['arrived', 'in_bay', 'ready', 'handed_over'] }
const never: Condition = { ...fromTheStart, during: false, after: false }
const onceArrived: Condition = { ...never, whateverTime: ['arrived', 'in_bay', 'ready', 'handed_over'] }
const notMissed: Condition = {
  ...never,
  whateverTime: ['booked', 'arrived', 'in_bay', 'ready', 'handed_over'],
}

/** By hand: in which states, and before, during and after the work, a conditional action is allowed. */
const conditions: Partial<Record<Action, Partial<Record<Standing, Condition>>>> = {
  'ownAppointment.change': { customer: bookedBefore },
  'ownAppointment.cancel': {
    customer: { states: ['claimed', 'booked'], before: true, during: false, after: false },
  },
  'ownAppointment.correctContact': { customer: notCancelled },
  'appointment.correctContact': { desk: notCancelled, owner: notCancelled, administrator: notCancelled },
  'appointment.cancel': { desk: notCaptured, owner: notCaptured },
  'appointment.move': { desk: onlyBooked, owner: onlyBooked, administrator: onlyBooked },
  'appointment.confirm': { desk: bookedBefore, owner: bookedBefore, administrator: bookedBefore },
  'fitment.recordOutcome': { desk: onceBegun, owner: onceBegun, administrator: onceBegun },
  'payment.recordAtShop': { desk: onceBegun, owner: onceBegun, administrator: onceBegun },
  'price.change': { desk: onceArrived, owner: onceArrived, administrator: notMissed },
  'payment.refundPart': { desk: onceBegun, owner: onceBegun },
  'payment.capture': {
    desk: onceBegun,
    owner: onceBegun,
    suspendedShop: { states: appointmentStates, before: false, during: false, after: true },
  },
}

test('each standing has its scope for each action', () => {
  for (const action of actions)
    expect([action, ...standings.map((role) => scopeOf(role, action))]).toEqual([action, ...scopesOf(action)])
})

test('isAllowed follows the decided conditions for each standing, action, state and time', () => {
  const wrong: unknown[] = []
  for (const action of actions) {
    for (const [index, role] of standings.entries()) {
      const condition = conditions[action]?.[role]
      for (const facts of everyFact) {
        const phase = facts.now < startsAt ? 'before' : facts.now < endsAt ? 'during' : 'after'
        const isInTime =
          condition?.[phase] === true || condition?.whateverTime?.includes(facts.workState) === true
        const expected = condition
          ? condition.states.includes(facts.state) && isInTime
          : scopesOf(action)[index] !== 'none'
        if (isAllowedAtRunTime(role, action, facts) !== expected)
          wrong.push({ action, role, facts, expected })
      }
    }
  }
  expect(wrong).toEqual([])
})

const unknownRoles = [
  'manager',
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

test('the account of a customer or a shop alone reaches nothing of any shop', () => {
  for (const role of ['customer', 'shop'] as const)
    expect(actions.filter((action) => !['none', 'own'].includes(scopeOf(role, action)))).toEqual([])
})

test('a technician has work, its calendar and the news of it alone', () => {
  const allowed = actions.filter((action) => scopeOf('technician', action) !== 'none')
  expect(allowed).toEqual(['work.read', 'work.take', 'work.record', 'feed.change', 'live.watch'])
})

test('standingsWith lists the standings with any scope for an action', () => {
  expect(standingsWith('account.use')).toEqual(['customer', 'shop', 'administrator'])
  expect(standingsWith('payment.capture')).toEqual(['desk', 'owner', 'suspendedShop', 'administrator'])
  expect(standingsWith('shop.changeStatus')).toEqual(['administrator'])
  expect((standingsWith as (action: string) => readonly Standing[])('constructor')).toEqual([])
})
