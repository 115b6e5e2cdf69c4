import { expect, test } from 'vitest'
import type { BoardJob } from '../../../contract/admin/board.ts'
import { paymentLabels, paymentNotes } from '../../../contract/payments/payment-words.ts'
import { workStates } from '../../../contract/workshop/work-states.ts'
import { jobStateOf } from './job-state.ts'
import { moneyMarkOf } from './money-mark.ts'

const job = (payment: Partial<BoardJob['payment']> = {}, changes: Partial<BoardJob> = {}) => ({
  paymentStatus: 'authorized' as const,
  holdState: 'live' as const,
  awaitsFitment: false,
  hoursWaived: false,
  workState: 'booked' as const,
  holdsOn: null,
  ...changes,
  payment: { label: 'authorized' as const, note: null, ...payment },
})
const well = { isOutside: false, isBayOut: false }

test('a job in order is booked or completed, however its money stands', () => {
  expect(jobStateOf(job(), well)).toEqual({ state: 'booked', reasons: [] })
  expect(jobStateOf(job({ label: 'card_saved' }, { holdState: 'saved' }), well).state).toBe('booked')
  expect(jobStateOf(job({ label: 'at_shop' }, { holdState: 'at_shop' }), well).state).toBe('booked')
  const done = job(
    { label: 'completed', note: 'refunded' },
    { paymentStatus: 'completed', holdState: 'none' },
  )
  expect(jobStateOf(done, well).state).toBe('completed')
  const claim = job({ label: 'pending' }, { paymentStatus: 'pending', holdState: 'pending' })
  expect(jobStateOf(claim, well).state).toBe('claimed')
})

test('the work decides the state once it has begun; a problem comes first', () => {
  for (const workState of workStates) expect(jobStateOf(job({}, { workState }), well).state).toBe(workState)
  const charged = job({ label: 'completed' }, { paymentStatus: 'completed', workState: 'in_bay' })
  expect(jobStateOf(charged, well).state).toBe('in_bay')
  expect(jobStateOf(job({ label: 'hold_failed' }, { workState: 'in_bay' }), well).state).toBe('attention')
  // A car that is gone is in no bay and outside no hours.
  const gone = job({}, { workState: 'handed_over' })
  expect(jobStateOf(gone, { isOutside: true, isBayOut: true }).state).toBe('handed_over')
})

test('a misfit, a refused card and an open fitment check need attention', () => {
  expect(jobStateOf(job({ label: 'hold_failed' }), well).reasons).toEqual(['Hold failed'])
  expect(jobStateOf(job({}, { awaitsFitment: true }), { isOutside: true, isBayOut: true })).toEqual({
    state: 'attention',
    reasons: ['Awaiting fitment check', 'Bay out of use', 'Outside hours'],
  })
  expect(jobStateOf(job({ label: 'completed', note: 'disputed' }), well).state).toBe('attention')
})

test('a time outside the hours that the shop chose, or that is over, needs none', () => {
  const outside = { isOutside: true, isBayOut: false }
  expect(jobStateOf(job(), outside).reasons).toEqual(['Outside hours'])
  expect(jobStateOf(job({}, { hoursWaived: true }), outside).state).toBe('booked')
  const done = job({ label: 'completed' }, { paymentStatus: 'completed' })
  expect(jobStateOf(done, { isOutside: true, isBayOut: true }).state).toBe('completed')
})

test('the mark of the money says whether it is held, and when', () => {
  expect(moneyMarkOf(job())).toEqual({ kind: 'held', words: 'Card held' })
  expect(moneyMarkOf(job({ label: 'card_saved' }, { holdsOn: '2026-12-03' }))).toEqual({
    kind: 'later',
    words: 'To be held on Dec 3',
  })
  expect(moneyMarkOf(job({ label: 'card_saved' })).words).toBe('Card saved')
  const kinds = paymentLabels.map((label) => [label, moneyMarkOf(job({ label })).kind])
  expect(Object.fromEntries(kinds)).toEqual({
    pending: 'none',
    authorized: 'held',
    card_saved: 'later',
    card_unconfirmed: 'refused',
    hold_failed: 'refused',
    no_card: 'none',
    at_shop: 'at_shop',
    completed: 'charged',
    cancelled: 'none',
  })
  const notes = paymentNotes.map((note) => [note, moneyMarkOf(job({ note })).kind])
  expect(Object.fromEntries(notes)).toEqual({
    hold_not_renewed: 'refused',
    refunding: 'returned',
    refunded: 'returned',
    partly_refunded: 'returned',
    inquiry: 'returned',
    disputed: 'returned',
    dispute_lost: 'returned',
    dispute_prevented: 'returned',
    paid_at_shop: 'charged',
    fee_charged: 'charged',
  })
})
