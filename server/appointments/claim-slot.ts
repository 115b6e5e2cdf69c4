import { v7 as uuid } from 'uuid'
import { claimMinutes } from '../../contract/appointments/appointment-states.ts'
import { phoneDigits, type AppointmentOrder } from '../../contract/appointments/appointments.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { findVehicleProblem } from '../../contract/catalog/vehicles.ts'
import { isAmountOf } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf, parseWallTime } from '../../contract/time.ts'
import { getPackage } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { recordHoldRequest, type HoldRow } from '../payments/record-hold.ts'
import { findFreeBay, takeShopTurn } from './find-free-bay.ts'

export type ClaimRequest = {
  order: AppointmentOrder
  customerId: string
  /** The customer's key of this order with its digest; none when the caller sent none. */
  request: { key: string; digest: string } | null
}

export type Claim = { appointmentId: string; hold: HoldRow }

/** The order's own mistakes: what can be refused without asking who else wants the slot. */
function requireSoundOrder(order: AppointmentOrder, priceCents: number, now: number): void {
  if (order.capture_method !== 'manual') refuse('capture_method_not_manual', { field: 'capture_method' })
  if (!isAmountOf(order.amount, priceCents)) refuse('price_changed', { field: 'amount' })
  const { year, make, model } = order.vehicleInfo
  const currentYear = Number(dayOf(now, 'UTC').slice(0, 4))
  const problem = findVehicleProblem({ year: Number(year), make, model }, currentYear)
  if (problem) {
    refuse('vehicle_not_supported', { sentence: problem.sentence, field: `vehicleInfo.${problem.field}` })
  }
}

/**
 * Takes a free bay for the order and writes down the hold that is about to be asked for, all or nothing. The slot stays
 * claimed for 15 minutes. Refuses an unsound order, and a start that is not free as `slot_taken`.
 */
export async function claimSlot(
  context: Context,
  { order, customerId, request }: ClaimRequest,
): Promise<Claim> {
  const now = context.clock.now()
  const at = new Date(now)
  const { db } = context.database
  const chosen = await getPackage(db, Number(order.productId))
  requireSoundOrder(order, chosen.priceCents, now)
  const start = parseWallTime(order.date) ?? refuse('malformed', { field: 'date' })
  const shopId = Number(order.shopId ?? builtInShopId)
  return db.transaction().execute(async (tx) => {
    await takeShopTurn(tx, shopId)
    await requireCustomer(tx, customerId)
    const { bayId, job } = await findFreeBay(tx, {
      shopId,
      day: start.day,
      minutes: start.minutes,
      durationMinutes: chosen.durationMinutes,
      now,
    })
    const id = uuid()
    // In the shop's turn nobody else can have taken the bay since; if someone went around it, the constraint
    // says so without an error, and never lets two in.
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('appointments')
      .values({
        id,
        shop_id: shopId,
        bay_id: bayId,
        customer_id: customerId,
        package_id: chosen.id,
        price_cents: chosen.priceCents,
        starts_at: new Date(job.from),
        ends_at: new Date(job.to),
        state: 'claimed',
        claim_expires_at: new Date(now + claimMinutes * 60_000),
        customer_name: order.name,
        customer_email: order.email,
        customer_phone: phoneDigits(order.phone),
        vehicle_year: Number(order.vehicleInfo.year),
        vehicle_make: order.vehicleInfo.make,
        vehicle_model: order.vehicleInfo.model,
        vehicle_vin: order.vehicleInfo.vin?.toUpperCase() || null,
        created_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!inserted) refuse('slot_taken', { field: 'date' })
    if (request) await recordRequest(tx, customerId, request, { id, shopId }, at)
    const hold = await recordHoldRequest(tx, {
      appointmentId: id,
      purpose: 'booking',
      amountCents: chosen.priceCents,
      paymentMethodId: order.paymentMethodId,
      actorId: customerId,
      at,
    })
    return { appointmentId: id, hold }
  })
}

/** Somebody who deletes their account at this moment is waited for, and refused as `not_signed_in` once it is gone. */
async function requireCustomer(tx: Queryable, customerId: string): Promise<void> {
  const customer = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .where('disabled_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!customer) refuse('not_signed_in')
}

/** Remembers which appointment a customer's key stands for. A key that came twice at once makes the second one fail as a duplicate. */
async function recordRequest(
  tx: Queryable,
  customerId: string,
  request: { key: string; digest: string },
  appointment: { id: string; shopId: number },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('order_requests')
    .values({
      customer_id: customerId,
      idempotency_key: request.key,
      order_digest: request.digest,
      appointment_id: appointment.id,
      shop_id: appointment.shopId,
      created_at: at,
    })
    .execute()
}
