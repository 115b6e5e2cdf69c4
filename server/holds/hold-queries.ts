import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { extraCentsOf, type PriceDue } from '../../contract/payments/day-price.ts'
import { askedStates, statesInForce } from '../../contract/payments/hold-states.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { recordHoldRequest, type HoldRequest } from './record-hold.ts'
import { extraPurposes } from '../payments/price/extra-purposes.ts'

/** The open holds of the price, or of the extra amount. The database allows one of each. */
export type OpenHolds = { asked: HoldRow | undefined; inForce: HoldRow | undefined }

/** Whether a hold is for the extra amount. */
export function isExtra({ purpose }: Pick<HoldRow, 'purpose'>): boolean {
  return extraPurposes.some((extra) => extra === purpose)
}

/** Finds the open holds of the price among all holds of an appointment. */
export function openHoldsOf(holds: readonly HoldRow[]): OpenHolds {
  return findOpen(holds.filter((hold) => !isExtra(hold)))
}

/** Finds the open holds of the extra amount. */
export function openExtrasOf(holds: readonly HoldRow[]): OpenHolds {
  return findOpen(holds.filter(isExtra))
}

/** The open holds that are for the same amount as a given hold, itself included. */
export function openBesides(hold: HoldRow, holds: readonly HoldRow[]): OpenHolds {
  return isExtra(hold) ? openExtrasOf(holds) : openHoldsOf(holds)
}

function findOpen(holds: readonly HoldRow[]): OpenHolds {
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

/** The open holds of an appointment's price. */
export async function findOpenHolds(db: Queryable, appointmentId: string): Promise<OpenHolds> {
  return openHoldsOf(await listOpenHolds(db, appointmentId))
}

/** The open holds of an appointment, those of the extra amount included. */
export async function listOpenHolds(db: Queryable, appointmentId: string): Promise<HoldRow[]> {
  return db
    .selectFrom('holds')
    .select(holdColumns)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', [...askedStates, ...statesInForce])
    .execute()
}

/**
 * The most of the due amount that the hold of the price covers, or will: nothing once that is captured, and
 * without a live hold the price that a fresh one will hold. Of some cards more can be captured than is held:
 * then the most that can be captured, which is above the amount on the customer's card (`onHoldCents`).
 */
export function coveredCents(
  appointment: Pick<AppointmentRow, 'state' | 'price_cents'>,
  holds: readonly HoldRow[],
): number {
  const { inForce } = openHoldsOf(holds)
  if (appointment.state === 'completed' || inForce?.status === 'captured') return 0
  if (!inForce) return appointment.price_cents
  return Math.max(inForce.amount_cents, inForce.overcapture_cents ?? 0)
}

/** Held on the customer's card now, by the hold of the price and that of the extra amount. */
export function onHoldCents(holds: readonly HoldRow[]): number {
  const live = holds.filter(({ status }) => status === 'live' || status === 'capturing')
  return live.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
}

/** The part of the due amount that neither the hold of the price covers nor one of the extra amount. */
export function uncoveredCents(
  appointment: Pick<AppointmentRow, 'state' | 'price_cents'>,
  due: PriceDue,
  holds: readonly HoldRow[],
): number {
  const extraHeldCents = openExtrasOf(holds).inForce?.amount_cents ?? 0
  return Math.max(0, extraCentsOf(due, coveredCents(appointment, holds)) - extraHeldCents)
}

/** The hold that is being charged, by a capture or in one step. */
export function findCharging({ asked: wanted, inForce: held }: OpenHolds): HoldRow | undefined {
  if (held?.status === 'capturing') return held
  return wanted?.purpose === 'charge' ? wanted : undefined
}

/** The hold that is being charged, for the price or for the extra amount. */
export function findAnyCharging(holds: readonly HoldRow[]): HoldRow | undefined {
  return findCharging(openHoldsOf(holds)) ?? findCharging(openExtrasOf(holds))
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
