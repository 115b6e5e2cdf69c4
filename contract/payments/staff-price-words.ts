/**
 * What else than a try of the card settles an extra amount that the bank refused, for staff. The lines and
 * the agreement of a price end with its capture.
 */
export function waysToSettle(capturedCents: number): string {
  return capturedCents > 0
    ? 'take it at the shop.'
    : 'send the customer a link, take it at the shop, or remove lines.'
}

/** Why a refund is not made, after the amount or the name of the refund. */
export const droppedRefundWords = 'the bank has returned it after a dispute'
