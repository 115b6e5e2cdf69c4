import type { HoldAnswer } from '../payments/hold-answer.ts'
import type { HoldRow } from '../payments/record-hold.ts'
import type { Placed, Placing } from '../payments/record-holds.ts'

/** The provider holds the amount. */
export type Live = Extract<HoldAnswer, { kind: 'live' }>

/** What a live hold's row keeps of an answer. */
function seenBy(hold: HoldRow, answer: Live, at: Date): Omit<Placed, 'live_at' | 'settled_at'> {
  return {
    provider_intent_id: answer.intentId,
    looked_at: at,
    capture_before: answer.captureBefore,
    payment_method_id: answer.paymentMethodId ?? hold.payment_method_id,
    card_brand: answer.card?.brand ?? hold.card_brand,
    card_last_four: answer.card?.lastFour ?? hold.card_last_four,
  }
}

/** How a hold changes that is seen to be placed, whatever becomes of it. */
export function placedBy(hold: HoldRow, answer: Live, at: Date): Placing['change'] {
  return {
    at,
    set: { ...seenBy(hold, answer, at), live_at: hold.live_at ?? at, settled_at: at },
    movement: hold.live_at === null ? { kind: 'hold_placed', amountCents: hold.amount_cents } : null,
  }
}
