import type { DisputePhase } from './dispute-states.ts'

/** A dispute of a payment. `takenCents`: taken by it, less the amount it gave back, from the ledger. */
export type PaidDispute = { phase: DisputePhase; amountCents: number; takenCents: number }

/** The money of a captured payment, in integer cents. */
export type CapturedMoney = {
  capturedCents: number
  refundedCents: number
  /** The part that is a fee and is kept; none when missing. */
  feeCents?: number
  disputes: readonly PaidDispute[]
}

/** `isBlocked`: no part can be refunded while a dispute is open. `returnedCents`: returned by disputes. */
export type Refundable = { isBlocked: boolean; returnedCents: number; refundableCents: number }

/**
 * The part of a captured payment that can be refunded: never an amount that the cardholder has, or may get,
 * by a dispute. The card provider refunds no part of a payment with an open dispute, also when only a part is
 * disputed (error `charge_disputed`). An inquiry may be settled by a refund, and a won dispute leaves the
 * amount with us. A prevented dispute was settled by the provider, which may list it as a refund. Pure.
 * https://docs.stripe.com/error-codes#charge-disputed
 */
export function refundableOf({
  capturedCents,
  refundedCents,
  feeCents = 0,
  disputes,
}: CapturedMoney): Refundable {
  const isBlocked = disputes.some(({ phase }) => phase === 'open')
  const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
  const prevented = disputes.filter(({ phase }) => phase === 'prevented')
  const unlisted = sum(prevented.map(({ amountCents, takenCents }) => Math.max(0, amountCents - takenCents)))
  const returnedCents = Math.min(
    capturedCents,
    Math.max(0, sum(disputes.map(({ takenCents }) => takenCents))) + Math.max(0, unlisted - refundedCents),
  )
  const left = Math.max(0, capturedCents - refundedCents - returnedCents - feeCents)
  return { isBlocked, returnedCents, refundableCents: isBlocked ? 0 : left }
}
