import { expect, test } from 'vitest'
import { disputeWords } from './dispute-words.ts'
import { holdHealthStates } from './hold-health.ts'
import { paymentNoteWords, paymentShownOf, paymentWords, type PaymentFacts } from './payment-words.ts'

function shown(
  changes: Omit<Partial<PaymentFacts>, 'hold'> & { hold?: [PaymentFacts['hold']['state'], number?] },
) {
  const { hold: [state, held] = ['none'], ...facts } = changes
  const { label, note } = paymentShownOf({
    status: 'authorized',
    capturedCents: 0,
    refundedCents: 0,
    feeCents: 0,
    dispute: null,
    ...facts,
    hold: { state, heldAmount: held ?? null },
  })
  return note === null ? paymentWords[label] : `${paymentWords[label]}, ${paymentNoteWords[note]}`
}

const captured = { capturedCents: 499 }

test.each([
  [{ status: 'pending', hold: ['pending'] }, 'Pending'],
  [{ hold: ['live', 499] }, 'Authorized'],
  // The provider gave no amount.
  [{ hold: ['live'] }, 'Authorized'],
  [{ hold: ['saved'] }, 'Card saved'],
  [{ hold: ['unconfirmed'] }, 'Card not confirmed'],
  [{ hold: ['unconfirmed', 499] }, 'Authorized, Hold not renewed'],
  [{ hold: ['failed'] }, 'Hold failed'],
  [{ hold: ['failed', 499] }, 'Authorized, Hold not renewed'],
  [{ status: 'completed', ...captured }, 'Completed'],
  [{ status: 'completed', ...captured, refundedCents: 100 }, 'Completed, Refunded in part'],
  [{ status: 'completed', ...captured, refundedCents: 499 }, 'Completed, Refunded'],
  [{ status: 'completed', ...captured, dispute: 'inquiry' }, 'Completed, Questioned by the bank'],
  [{ status: 'completed', ...captured, dispute: 'open' }, 'Completed, Disputed'],
  [{ status: 'completed', ...captured, dispute: 'lost' }, 'Completed, Dispute lost'],
  [{ status: 'completed', ...captured, dispute: 'prevented' }, 'Completed, Dispute prevented'],
  [{ status: 'completed', ...captured, dispute: 'won' }, 'Completed'],
  [{ status: 'cancelled' }, 'Cancelled'],
  [{ status: 'cancelled', ...captured }, 'Cancelled, Refund under way'],
  [{ status: 'cancelled', ...captured, refundedCents: 499 }, 'Cancelled, Refunded'],
  [{ status: 'cancelled', ...captured, feeCents: 499 }, 'Cancelled, Fee charged'],
  // The rest beside the fee has not gone back yet.
  [{ status: 'cancelled', ...captured, feeCents: 50 }, 'Cancelled, Refund under way'],
  [{ status: 'cancelled', ...captured, feeCents: 50, refundedCents: 449 }, 'Cancelled, Fee charged'],
  [{ status: 'cancelled', ...captured, dispute: 'lost' }, 'Cancelled, Dispute lost'],
] as const)('%j is shown as %s', (facts, words) => {
  expect(shown(facts as Parameters<typeof shown>[0])).toBe(words)
})

test('a phase of a dispute has the same words beside the badge and in the details', () => {
  const noted = ['inquiry', 'open', 'lost', 'prevented'] as const
  for (const dispute of noted)
    expect(shown({ status: 'completed', ...captured, dispute })).toBe(`Completed, ${disputeWords[dispute]}`)
})

test('no state of a hold is called authorized while nothing is held', () => {
  const unheld = holdHealthStates.filter((state) => state !== 'live')
  for (const state of unheld) expect(shown({ hold: [state] })).not.toContain('Authorized')
})
