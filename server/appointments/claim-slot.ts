import { sql, type Insertable } from 'kysely'
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
import type { Tables } from '../database/tables.ts'
import { recordHoldRequest, type HoldRow } from '../payments/record-hold.ts'
import { chooseBay, findFreeBay, takeShopTurn } from './find-free-bay.ts'
import { inTurn } from './in-turn.ts'
import { readShopDay } from './shop-day-reader.ts'

export type ClaimRequest = {
  order: AppointmentOrder
  customerId: string
  /** The customer's key of this order with its digest; none when the caller sent none. */
  request: { key: string; digest: string } | null
}

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
 * Takes a free bay for the order and writes down the hold that whoever called asks for next, all or nothing. The slot stays claimed for 15
 * minutes. Refuses an unsound order, and a start that is not free as `slot_taken`.
 */
export async function claimSlot(
  context: Context,
  { order, customerId, request }: ClaimRequest,
): Promise<HoldRow> {
  const now = context.clock.now()
  const { db } = context.database
  const chosen = await getPackage(db, Number(order.productId))
  requireSoundOrder(order, chosen.priceCents, now)
  const start = parseWallTime(order.date) ?? refuse('malformed', { field: 'date' })
  const { durationMinutes } = chosen
  const wanted = { shopId: Number(order.shopId ?? builtInShopId), ...start, durationMinutes, now }
  const look = async (): Promise<void> => {
    chooseBay(await readShopDay(context, { shopId: wanted.shopId, day: start.day, now }), wanted)
  }
  return inTurn(context, wanted.shopId, look, () =>
    db.transaction().execute(async (tx) => {
      await takeShopTurn(tx, wanted.shopId)
      const { bayId, job } = await findFreeBay(tx, wanted)
      const appointment = { id: uuid(), shop_id: wanted.shopId }
      const row = {
        ...appointment,
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
        created_at: new Date(now),
      } as const
      if (!(await insertClaim(tx, row, request))) {
        await requireCustomer(tx, customerId)
        refuse('slot_taken', { field: 'date' })
      }
      return recordHoldRequest(tx, {
        appointment,
        purpose: 'booking',
        amountCents: chosen.priceCents,
        paymentMethodId: order.paymentMethodId,
        actorId: customerId,
        at: row.created_at,
        askedNow: true,
      })
    }),
  )
}

type Claimed = Omit<Insertable<Tables['appointments']>, 'customer_id'> & {
  id: string
  shop_id: number
  customer_id: string
  created_at: Date
}

/**
 * Writes the claim of a customer who still has an account, and which appointment their key stands for. False when the bay was
 * taken by someone who went around the shop's turn (the constraint says so without an error, and never lets two in), or the customer
 * is gone. A key that came twice at once makes the second one fail as a duplicate.
 */
async function insertClaim(
  tx: Queryable,
  claim: Claimed,
  request: ClaimRequest['request'],
): Promise<boolean> {
  const columns = Object.keys(claim) as (keyof Claimed)[]
  const claimed = (db: Pick<Queryable, 'insertInto'>) =>
    db
      .insertInto('appointments')
      .columns(columns)
      // Somebody who deletes their account at this moment is waited for.
      .expression((from) =>
        from
          .selectFrom('users')
          .select(columns.map((column) => sql.val(claim[column]).as(column)))
          .where('id', '=', claim.customer_id)
          .where('disabled_at', 'is', null)
          .forKeyShare(),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'shop_id'])
  if (!request) return (await claimed(tx).executeTakeFirst()) !== undefined
  const made = await tx
    .with('claimed', claimed)
    .with('remembered', (db) =>
      db
        .insertInto('order_requests')
        .columns([
          'customer_id',
          'idempotency_key',
          'order_digest',
          'created_at',
          'appointment_id',
          'shop_id',
        ])
        .expression((from) =>
          from
            .selectFrom('claimed')
            .select([
              sql.val(claim.customer_id).as('customer_id'),
              sql.val(request.key).as('idempotency_key'),
              sql.val(request.digest).as('order_digest'),
              sql.val(claim.created_at).as('created_at'),
            ])
            .select(['id', 'shop_id']),
        ),
    )
    .selectFrom('claimed')
    .select('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Refuses somebody without an account as `not_signed_in`. */
async function requireCustomer(tx: Queryable, customerId: string): Promise<void> {
  const customer = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!customer) refuse('not_signed_in')
}
