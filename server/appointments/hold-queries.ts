import type { AppointmentState } from '../../contract/appointments/appointment-states.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { asked, inForce } from '../payments/hold-statuses.ts'
import { recordHoldRequest, type HoldRequest, type HoldRow } from '../payments/record-hold.ts'

/** The holds of an appointment that count. The database allows one of each. */
export type OpenHolds = { asked: HoldRow | undefined; inForce: HoldRow | undefined }

/** Of an appointment's holds the one that is asked for, and the one that is live or charged. */
export function openHoldsOf(holds: readonly HoldRow[]): OpenHolds {
  return {
    asked: holds.find(({ status }) => asked.includes(status)),
    inForce: holds.find(({ status }) => inForce.includes(status)),
  }
}

/** A hold and the state of its appointment. */
export type HoldAndState = HoldRow & { appointment_state: AppointmentState }

/** All holds of the appointment to which the hold belongs, itself among them, each with that appointment's state. */
export async function readHoldsBeside(db: Queryable, holdId: string): Promise<HoldAndState[]> {
  return db
    .selectFrom('holds as own')
    .innerJoin('appointments as a', 'a.id', 'own.appointment_id')
    .innerJoin('holds as h', 'h.appointment_id', 'a.id')
    .select(['a.state as appointment_state'])
    .select(holdColumns.map((column) => `h.${column}` as const))
    .where('own.id', '=', holdId)
    .execute()
}

/** The hold of an appointment that is asked for, and the one that is live or charged. */
export async function findOpenHolds(db: Queryable, appointmentId: string): Promise<OpenHolds> {
  const open = await db
    .selectFrom('holds')
    .select(holdColumns)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', [...asked, ...inForce])
    .execute()
  return openHoldsOf(open)
}

/** The hold that is being charged: by a capture, or by a charge in one step. */
export function chargingOf({ asked: wanted, inForce: held }: OpenHolds): HoldRow | undefined {
  if (held?.status === 'capturing') return held
  return wanted?.purpose === 'charge' ? wanted : undefined
}

/** The hold whose card was accepted last: that card is the saved one. Undefined when none ever was. */
export async function findSavedCard(db: Queryable, appointmentId: string): Promise<HoldRow | undefined> {
  return db
    .selectFrom('holds')
    .select(holdColumns)
    .where('appointment_id', '=', appointmentId)
    .where('live_at', 'is not', null)
    .orderBy('live_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Writes down a hold that is to be asked for on the saved card; null when no card was ever accepted. */
export async function requestOnSavedCard(
  tx: Queryable,
  request: Omit<HoldRequest, 'paymentMethodId'>,
): Promise<HoldRow | null> {
  const saved = await findSavedCard(tx, request.appointment.id)
  return saved ? recordHoldRequest(tx, { ...request, paymentMethodId: saved.payment_method_id }) : null
}
