import { expect, test } from 'vitest'
import {
  blocksRefund,
  closedStatuses,
  disputeMoneyOf,
  disputePhaseOf,
  isAnswerAwaited,
  isClosed,
} from './dispute-states.ts'

/** By hand: the phase, whether an answer is awaited, the bank has decided, and a refund would pay twice. */
const statuses: [status: string, phase: string, awaited: boolean, closed: boolean, blocks: boolean][] = [
  ['warning_needs_response', 'inquiry', true, false, false],
  ['warning_under_review', 'inquiry', false, false, false],
  ['warning_closed', 'ended', false, true, false],
  ['needs_response', 'open', true, false, true],
  ['under_review', 'open', false, false, true],
  ['appeal_needs_response', 'open', true, false, true],
  ['appeal_under_review', 'open', false, false, true],
  ['won', 'won', false, true, false],
  ['lost', 'lost', false, true, true],
  ['prevented', 'prevented', false, true, true],
  ['a_status_of_tomorrow', 'open', true, false, true],
  ['', 'open', true, false, true],
]

test.each(statuses)('a dispute with the status "%s" is %s', (status, phase, awaited, closed, blocks) => {
  const found = disputePhaseOf(status)
  expect([found, isAnswerAwaited(status), isClosed(found), blocksRefund(found)]).toEqual([
    phase,
    awaited,
    closed,
    blocks,
  ])
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
