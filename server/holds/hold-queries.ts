import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { askedStates, statesInForce } from '../../contract/payments/hold-states.ts'
import type { HoldRow } from '../database/rows.ts'
import { recordHoldRequest, type HoldRequest } from './record-hold.ts'

/** The open holds of an appointment. The database allows one of each. */
export type OpenHolds = { asked: HoldRow | undefined; inForce: HoldRow | undefined }

/** Finds the requested hold and the hold in force among an appointment's holds. */
export function openHoldsOf(holds: readonly HoldRow[]): OpenHolds {
  return {
    asked: holds.find(({ status }) => askedStates.includes(status)),
    inForce: holds.find(({ status }) => statesInForce.includes(status)),
  }
}

/** A hold and the state of its appointment. */
export type HoldWithState = HoldRow & { appointment_state: AppointmentState }

/** All holds of the appointment of a hold, itself included, with the appointment's state. */
export async function readHoldsOfAppointment(db: Queryable, holdId: string): Promise<HoldWithState[]> {
  return db
    .selectFrom('holds as own')
    .innerJoin('appointments as a', 'a.id', 'own.appointment_id')
    .innerJoin('holds as h', 'h.appointment_id', 'a.id')
    .select(['a.state as appointment_state'])
    .select(holdColumns.map((column) => `h.${column}` as const))
    .where('own.id', '=', holdId)
    .execute()
}

/** The requested hold and the hold in force of an appointment. */
export async function findOpenHolds(db: Queryable, appointmentId: string): Promise<OpenHolds> {
  const open = await db
    .selectFrom('holds')
    .select(holdColumns)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', [...askedStates, ...statesInForce])
    .execute()
  return openHoldsOf(open)
}

/** The hold that is being charged, by a capture or in one step. */
export function findCharging({ asked: wanted, inForce: held }: OpenHolds): HoldRow | undefined {
  if (held?.status === 'capturing') return held
  return wanted?.purpose === 'charge' ? wanted : undefined
}

/** The hold whose card was accepted last: its card is the saved one. Undefined without an accepted card. */
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

/** Inserts a hold on the saved card, to be placed next; null without an accepted card. */
export async function requestOnSavedCard(
  tx: Queryable,
  request: Omit<HoldRequest, 'paymentMethodId'>,
): Promise<HoldRow | null> {
  const saved = await findSavedCard(tx, request.appointment.id)
  return saved ? recordHoldRequest(tx, { ...request, paymentMethodId: saved.payment_method_id }) : null
}
