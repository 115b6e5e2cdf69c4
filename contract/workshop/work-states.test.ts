import { expect, test } from 'vitest'
import {
  forwardEventOf,
  hasWorkBegun,
  isWorkDone,
  isWorkOver,
  nextWorkState,
  workEvents,
  workStates,
  type WorkEvent,
} from './work-states.ts'

test('four events lead from booked to handed over, in this order alone', () => {
  const events: WorkEvent[] = ['arrive', 'start', 'finish', 'hand_over']
  let state = workStates[0] as (typeof workStates)[number]
  for (const event of events) {
    expect(forwardEventOf(state)).toBe(event)
    for (const other of events) if (other !== event) expect(nextWorkState(state, other)).toBeNull()
    state = nextWorkState(state, event) ?? state
  }
  expect(state).toBe('handed_over')
  expect(forwardEventOf(state)).toBeNull()
})

test('every state but the first can be set back, and the way back leads to the first', () => {
  for (const from of workStates) {
    let state = from
    for (let steps = 0; steps < workStates.length && state !== 'booked'; steps += 1) {
      const before = nextWorkState(state, 'go_back')
      expect(before, state).not.toBeNull()
      state = before ?? state
    }
    expect(state).toBe('booked')
  }
  expect(nextWorkState('booked', 'go_back')).toBeNull()
})

test('a customer who did not come is marked before the car arrives, never after', () => {
  expect(workStates.filter((state) => nextWorkState(state, 'mark_no_show') !== null)).toEqual(['booked'])
  expect(nextWorkState('no_show', 'arrive')).toBeNull()
})

test('the work has begun from the arrival on, and is over at the handover or without a car', () => {
  expect(workStates.filter(hasWorkBegun)).toEqual(['arrived', 'in_bay', 'ready', 'handed_over'])
  expect(workStates.filter(isWorkDone)).toEqual(['ready', 'handed_over'])
  expect(workStates.filter(isWorkOver)).toEqual(['handed_over', 'no_show'])
})

test('no event leads from a state to itself', () => {
  for (const state of workStates)
    for (const event of workEvents) expect(nextWorkState(state, event)).not.toBe(state)
})
