import { refuse } from '../../../contract/refusals.ts'
import type { AppointmentRow, HoldRow } from '../../database/rows.ts'
import { findAnyCharging, openHoldsOf } from '../../holds/hold-queries.ts'

/** The person who reads a refusal: of the shop, or the customer behind a link. */
export type Reader = 'shop' | 'customer'

const sentences = {
  shop: {
    paid: 'This job is already paid, so its price can no longer change. You can refund a part.',
    noShow: 'This is a no-show, so there is no work to price. If it was a mistake, go one step back.',
  },
  customer: {
    paid: 'This job is already paid, so there’s nothing more to agree to. If something is wrong, speak with the shop.',
    noShow:
      'The shop noted that you didn’t come, so there’s nothing to agree to. If that is wrong, speak with the shop.',
  },
}

/**
 * Refuses a price that can no longer change: only a booked appointment that is not paid and no no-show has an
 * open one.
 */
export function requirePriceOpen(
  { state, work_state: workState }: Pick<AppointmentRow, 'state' | 'work_state'>,
  reader: Reader,
): void {
  if (state === 'cancelled') refuse('appointment_cancelled')
  if (state === 'completed') refuse('appointment_not_changeable', { sentence: sentences[reader].paid })
  if (state !== 'booked') refuse('appointment_not_changeable')
  if (workState === 'no_show') refuse('appointment_not_changeable', { sentence: sentences[reader].noShow })
}

/**
 * Whether the price or the extra amount is being captured: between the two the price is captured, and the
 * appointment is not complete yet.
 */
export function isBeingCharged(open: readonly HoldRow[]): boolean {
  return findAnyCharging(open) !== undefined || openHoldsOf(open).inForce?.status === 'captured'
}
