import { sql } from 'kysely'
import { freeHoursOf, type AgreedFee, type ShownFee } from '../../contract/booking/cancellation-terms.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { readCents } from './read-cents.ts'

type Agreed = Pick<AppointmentRow, 'cancel_fee_cents' | 'cancel_fee_from'>

/** The fee that the customer of an appointment agreed to; null for none. */
export function agreedFeeOfRow({
  cancel_fee_cents: feeCents,
  cancel_fee_from: from,
}: Agreed): AgreedFee | null {
  return feeCents === null || from === null ? null : { feeCents, from: from.getTime() }
}

/** The fee for its customer's and the shop's pages; null for none. */
export function shownFeeOf(appointment: Agreed): ShownFee | null {
  const fee = agreedFeeOfRow(appointment)
  return fee && { feeCents: fee.feeCents, from: new Date(fee.from).toISOString() }
}

/** The agreed fee for the consent of another card or package; null for none. */
export function lateFeeOf(appointment: Agreed & Pick<AppointmentRow, 'starts_at'>): LateFee | null {
  const fee = agreedFeeOfRow(appointment)
  return fee && { feeCents: fee.feeCents, freeHours: freeHoursOf(fee, appointment.starts_at.getTime()) }
}

/** The fee of a cancelled appointment `a`, charged or due, in cents; 0 without one and once it is waived. */
const fee = sql<number>`greatest(0, (
  select coalesce(sum(case l.movement when 'fee_due' then l.amount_cents
    when 'fee_waived' then -l.amount_cents end), 0) from ledger l where l.appointment_id = a.id))::integer`

/** The part of the fee of an appointment `a` that is due and not charged yet, in cents. */
export const feeLeft = sql<number>`greatest(0,
  ${fee} - (select coalesce(sum(h.fee_cents), 0) from holds h where h.appointment_id = a.id))::integer`

/** As `fee`, of one appointment. */
export async function findFee(db: Queryable, appointmentId: string): Promise<number> {
  return readCents(db, fee, appointmentId)
}

/** As `feeLeft`, of one appointment. Under its lock it does not change. */
export async function findFeeLeft(db: Queryable, appointmentId: string): Promise<number> {
  return readCents(db, feeLeft, appointmentId)
}
