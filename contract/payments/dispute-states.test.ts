import { expect, test } from 'vitest'
import {
  closedStatuses,
  disputeMoneyOf,
  disputePhaseOf,
  isAnswerAwaited,
  isClosed,
} from './dispute-states.ts'

/** By hand: the phase, whether an answer is awaited, and whether the bank has decided. */
const statuses: [status: string, phase: string, awaited: boolean, closed: boolean][] = [
  ['warning_needs_response', 'inquiry', true, false],
  ['warning_under_review', 'inquiry', false, false],
  ['warning_closed', 'ended', false, true],
  ['needs_response', 'open', true, false],
  ['under_review', 'open', false, false],
  ['appeal_needs_response', 'open', true, false],
  ['appeal_under_review', 'open', false, false],
  ['won', 'won', false, true],
  ['lost', 'lost', false, true],
  ['prevented', 'prevented', false, true],
  ['a_status_of_tomorrow', 'open', true, false],
  ['', 'open', true, false],
]

test.each(statuses)('a dispute with the status "%s" is %s', (status, phase, awaited, closed) => {
  const found = disputePhaseOf(status)
  expect([found, isAnswerAwaited(status), isClosed(found)]).toEqual([phase, awaited, closed])
})

test('the closed statuses are those of a closed phase', () => {
  expect(
    statuses
      .filter(([, , , closed]) => closed)
      .map(([status]) => status)
      .toSorted(),
  ).toEqual(closedStatuses.toSorted())
})

const taken = { amountCents: -49_900, feeCents: 1500 }

test.each([
  ['an inquiry holds no money', 'warning_needs_response', [], 0, 0],
  ['a dispute takes its amount before the provider lists the movement', 'needs_response', [], 49_900, 0],
  ['the listed movement counts once, with its fee', 'needs_response', [taken], 49_900, 1500],
  [
    'a listed movement may differ from the disputed amount',
    'lost',
    [{ ...taken, amountCents: -49_000 }],
    49_000,
    1500,
  ],
  ['a won dispute gives the amount back before its movement is listed', 'won', [taken], 0, 1500],
  ['a won dispute with its movement', 'won', [taken, { amountCents: 49_900, feeCents: 0 }], 0, 1500],
  ['a fee that comes back', 'won', [taken, { amountCents: 49_900, feeCents: -1500 }], 0, 0],
  ['a dispute that is won in part', 'won', [taken, { amountCents: 20_000, feeCents: 0 }], 29_900, 1500],
  ['an inquiry that ended', 'warning_closed', [], 0, 0],
  ['a dispute that was prevented without a movement', 'prevented', [], 0, 0],
  ['a fee alone is no withdrawal', 'needs_response', [{ amountCents: 0, feeCents: 1500 }], 49_900, 1500],
] as const)('%s', (_, status, transactions, takenCents, feeCents) => {
  expect(disputeMoneyOf({ status, amountCents: 49_900, transactions })).toEqual({ takenCents, feeCents })
})
