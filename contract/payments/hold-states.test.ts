import { describe, expect, test } from 'vitest'
import {
  askedStates,
  holdEvents,
  holdStates,
  holdTransitions,
  nextHoldState,
  openStates,
  statesInForce,
  type HoldEvent,
  type HoldState,
} from './hold-states.ts'

/** The hold ended without a charge. */
const endedStates: readonly HoldState[] = ['released', 'lapsed', 'declined']

const pairs = holdStates.flatMap((state) => holdEvents.map((event) => ({ state, event })))
const transitions = pairs.flatMap(({ state, event }) => {
  const outcome = holdTransitions[state][event]
  return typeof outcome === 'string' ? [] : [{ state, event, ...outcome }]
})

/**
 * The expected table, written by hand: one letter per event in the order of `holdEvents`. `.` unchanged, `!`
 * impossible, otherwise the next state.
 */
const letters: Record<string, HoldState> = {
  A: 'requires_action',
  L: 'live',
  G: 'capturing',
  C: 'captured',
  F: 'refunding',
  R: 'refunded',
  E: 'releasing',
  X: 'released',
  P: 'lapsed',
  D: 'declined',
}
const expected: Record<HoldState, string> = {
  // Columns: our decisions; action required and unwanted; placed and unwanted; declined; captured, unwanted
  // and as a fee; refunded in part, down to a fee and in full; refund dropped in part and dropped; released;
  // lapsed; never placed.
  requested: 'E!! AE LE D CFC !!! !! XX X',
  requires_action: 'E!! .. LE D CFC !!! !! XX X',
  live: 'EG! .. .. . CFC !!! !! XP .',
  capturing: 'E!! .. .. . CFC !!! !! XP .',
  captured: '!!F .. .. . ... CCR .. .. .',
  refunding: '!!! .. .. . ... FCR FR .. .',
  refunded: '!!F .. .. . ... RRR .. .. .',
  releasing: 'E!! .. EE . CFC !!! !! XX X',
  released: '!!! EE EE . CFC !!! !! .. .',
  lapsed: '!!! EE EE . CFC !!! !! .. .',
  declined: '!!! EE EE . CFC !!! !! .. .',
}

describe.each(holdStates)('a hold that is %s', (state) => {
  const row = expected[state].replaceAll(' ', '')

  test('has an expected outcome for every event', () => {
    expect(row).toHaveLength(holdEvents.length)
  })

  test.each(holdEvents.map((event, index) => [event, row[index] ?? ''] as const))(
    'takes the event %s to %s',
    (event, letter) => {
      if (letter === '!') expect(() => nextHoldState(state, event)).toThrow(event)
      else if (letter === '.') expect(nextHoldState(state, event)).toBe('unchanged')
      else expect(nextHoldState(state, event)).toMatchObject({ to: letters[letter] })
    },
  )
})

describe('money', () => {
  test('a transition that moves or requests money writes a ledger row', () => {
    const silent = transitions.filter(({ movements }) => movements.length === 0)
    expect(silent.map(({ state, event, to }) => `${state} ${event} ${to}`)).toEqual([
      'requested action_required requires_action',
    ])
  })

  test('unwanted money is released or refunded in the same transaction', () => {
    const unwanted = transitions.filter(({ event }) => event.endsWith('_unwanted'))
    expect(unwanted.length).toBeGreaterThan(0)
    for (const { to } of unwanted) expect(['releasing', 'refunding']).toContain(to)
  })

  test('a capture and its end without money go on with what is to be captured, and no other event does', () => {
    for (const { state, event, effects } of transitions) {
      const endsCapture = state === 'capturing' && (event === 'released' || event === 'lapsed')
      expect(effects.includes('go_on_capturing')).toBe(event === 'captured' || endsCapture)
    }
  })

  test('a transition into force releases the other holds', () => {
    for (const { state, to, effects } of transitions) {
      if (statesInForce.includes(to) && !statesInForce.includes(state))
        expect(effects).toContain('release_other_holds')
    }
  })

  test('a hold is placed at most once on every path of provider events', () => {
    // No event records a second placement from a state in force or charged.
    const again = transitions.filter(
      ({ state, movements }) => statesInForce.includes(state) && movements.includes('hold_placed'),
    )
    expect(again).toEqual([])
  })
})

describe('repeated and late events', () => {
  // A part of a refund may follow another part.
  const isPart = (event: string) => event.startsWith('refunded') || event.endsWith('_in_part')
  const answers = holdEvents.filter((event) => !event.endsWith('_decided') && !isPart(event))

  test('a repeated event changes no state, unless it releases a late payment', () => {
    for (const { event, to } of transitions.filter(({ event }) => answers.includes(event))) {
      const second = holdTransitions[to][event]
      if (second !== 'unchanged') expect([to, second]).toMatchObject(['releasing', { to: 'releasing' }])
    }
  })

  test('every state can reach a resting state', () => {
    const rests = new Set<HoldState>([...endedStates, 'captured', 'refunded', 'live'])
    for (const state of holdStates) {
      const reached = new Set<HoldState>([state])
      for (const from of reached) {
        for (const { state: of, to } of transitions) if (of === from) reached.add(to)
      }
      expect([...reached].some((one) => rests.has(one))).toBe(true)
    }
  })
})

test('the groups of states partition all states, and the open states are those with a pending command', () => {
  expect(
    [...askedStates, ...statesInForce, 'refunding', 'refunded', 'releasing', ...endedStates].toSorted(),
  ).toEqual([...holdStates].toSorted())
  expect([...openStates].toSorted()).toEqual(
    ['requested', 'requires_action', 'capturing', 'refunding', 'releasing'].toSorted(),
  )
})

test('an unknown state or event throws', () => {
  expect(() => nextHoldState('paid' as HoldState, 'placed')).toThrow()
  expect(() => nextHoldState('live', 'toString' as HoldEvent)).toThrow()
  expect(() => nextHoldState('live', 'vanished' as HoldEvent)).toThrow()
})
