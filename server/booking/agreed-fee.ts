import { agreedFeeOf, feeOf, type CancellationTerms } from '../../contract/booking/cancellation-terms.ts'
import { refuse } from '../../contract/refusals.ts'
import type { AppointmentRow } from '../database/rows.ts'

/** A fee as a customer was shown it: its cents, and the hours before the start from which it is due. */
export type ShownTerms = { feeCents: number; freeHours: number }

/** The terms of the headers of an order; null when the customer agreed to none. Refuses one header alone. */
export function shownTermsOf(fee: string | undefined, hours: string | undefined): ShownTerms | null {
  if (fee === undefined && hours === undefined) return null
  if (fee === undefined || hours === undefined) return refuse('malformed')
  return { feeCents: Number(fee), freeHours: Number(hours) }
}

/**
 * The shop's terms that the customer agreed to. Refuses as `terms_changed` when the present ones are others.
 */
export function requireTermsAsAgreed(
  present: CancellationTerms | null,
  priceCents: number,
  agreed: ShownTerms,
): CancellationTerms {
  const isSame =
    present !== null &&
    feeOf(present, priceCents) === agreed.feeCents &&
    present.freeHours === agreed.freeHours
  return isSame ? present : refuse('terms_changed')
}

/** The columns of an appointment for the terms that its customer agreed to. */
export function feeColumnsOf(
  terms: CancellationTerms | null,
  sold: { priceCents: number; startsAt: number },
): Pick<AppointmentRow, 'cancel_fee_cents' | 'cancel_fee_from'> {
  if (terms === null) return { cancel_fee_cents: null, cancel_fee_from: null }
  const { feeCents, from } = agreedFeeOf(terms, sold)
  return { cancel_fee_cents: feeCents, cancel_fee_from: new Date(from) }
}
