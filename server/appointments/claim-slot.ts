import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { claimMinutes } from '../../contract/appointments/appointment-states.ts'
import type { BusyTime } from '../../contract/appointments/free-slots.ts'
import { phoneDigits, type AppointmentOrder } from '../../contract/appointments/appointments.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { findVehicleProblem } from '../../contract/catalog/vehicles.ts'
import { isAmountOf } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf, parseWallTime } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'
import { answersOf, leaveToCommit } from '../database/transaction.ts'
import { getPayer } from '../payments/provider-customer.ts'
import { requireCardsLeft } from '../payments/refused-cards.ts'
import { recordHoldRequest } from '../payments/record-hold.ts'
import { chooseBay, takeShopTurn } from './find-free-bay.ts'
import { inTurn } from './in-turn.ts'
import { getShopDay } from './shop-day.ts'
import { readShopDay } from './shop-day-reader.ts'
import type { FreshClaim } from './confirm-claim.ts'
import type { AppointmentRow } from './appointment-row.ts'
import { readShopAndPackage, type MailedAppointment } from './tell-customer.ts'

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

type Claim = MailedAppointment &
  Pick<AppointmentRow, 'bay_id' | 'customer_id' | 'state' | 'claim_expires_at' | 'created_at'>

type Place = { shopId: number; packageId: number; bayId: number; job: BusyTime }

/** The appointment of a sound order in the bay and at the time that were found free. */
function claimOf(
  { order, customerId }: ClaimRequest,
  { shopId, packageId, bayId, job }: Place,
  { priceCents, now }: { priceCents: number; now: number },
): Claim {
  return {
    id: uuid(),
    shop_id: shopId,
    bay_id: bayId,
    customer_id: customerId,
    package_id: packageId,
    price_cents: priceCents,
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
    sequence: 0,
    created_at: new Date(now),
  }
}

/**
 * Takes a free bay for the order and writes down the hold that whoever called asks for next, all or nothing. The slot stays claimed for
 * 15 minutes. Refuses who had too many cards refused, an unsound order, and a start that is not free as
 * `slot_taken`.
 */
export async function claimSlot(context: Context, claiming: ClaimRequest): Promise<FreshClaim> {
  const { order, customerId, request } = claiming
  const now = context.clock.now()
  const start = parseWallTime(order.date) ?? refuse('malformed', { field: 'date' })
  const shopId = Number(order.shopId ?? builtInShopId)
  const packageId = Number(order.productId)
  const asked = { shopId, day: start.day, now, packageId }
  const look = async (): Promise<void> => {
    const shopDay = await readShopDay(context, asked)
    const { durationMinutes } = shopDay
    if (durationMinutes === null) refuse('package_unknown', { field: 'productId' })
    chooseBay(shopDay, { ...start, durationMinutes })
  }
  const claim = async (tx: Queryable) => {
    // All of it goes out at once; the database reads the day once the turn is there.
    const [, , shopDay, [shopAndPackage]] = await answersOf(
      requireCardsLeft(tx, customerId),
      takeShopTurn(tx, shopId),
      getShopDay(tx, asked),
      readShopAndPackage(tx, { shopId, packageId }),
    )
    if (!shopAndPackage) return refuse('package_unknown', { field: 'productId' })
    const { price_cents: priceCents, duration_minutes: durationMinutes } = shopAndPackage
    requireSoundOrder(order, priceCents, now)
    const { bayId, job } = chooseBay(shopDay, { ...start, durationMinutes })
    const appointment = claimOf(claiming, { shopId, packageId, bayId, job }, { priceCents, now })
    // All of this leaves with the commit: the database refuses a hold without its appointment, and then nothing is written.
    await leaveToCommit(tx, insertClaim(tx, appointment, request))
    const holding = recordHoldRequest(tx, {
      appointment,
      purpose: 'booking',
      amountCents: priceCents,
      paymentMethodId: order.paymentMethodId,
      actorId: customerId,
      at: appointment.created_at,
      askedNow: true,
    })
    await leaveToCommit(tx, holding)
    const paying = getPayer(tx, appointment.id)
    await leaveToCommit(tx, paying)
    return { appointment, shopAndPackage, holding, paying }
  }
  const { holding, paying, ...claimed } = await inTurn(context, shopId, look, () =>
    context.database.transaction(claim),
  )
  return { ...claimed, hold: await holding, payer: await paying }
}

type Claiming = Claim & { idempotency_key?: string; order_digest?: string }

const claimIfFree = statement((tx, { idempotency_key, order_digest, ...claim }: Claiming) => {
  const columns = Object.keys(claim) as (keyof Claim)[]
  const claiming = tx
    // Somebody who deletes their account at this moment is waited for.
    .with('customer', (db) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', claim.customer_id)
        .where('disabled_at', 'is', null)
        .forKeyShare(),
    )
    .with('claimed', (db) =>
      db
        .insertInto('appointments')
        .columns(columns)
        .expression((from) =>
          from.selectFrom('customer').select(columns.map((column) => sql.val(claim[column]).as(column))),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'shop_id']),
    )
  const remembering =
    idempotency_key === undefined
      ? claiming
      : claiming.with('remembered', (db) =>
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
                  sql.val(idempotency_key).as('idempotency_key'),
                  sql.val(order_digest).as('order_digest'),
                  sql.val(claim.created_at).as('created_at'),
                ])
                .select(['id', 'shop_id']),
            ),
        )
  return remembering.selectNoFrom((from) => [
    from.exists(from.selectFrom('claimed').select('id')).as('isClaimed'),
    from.exists(from.selectFrom('customer').select('id')).as('isCustomer'),
  ])
})

/**
 * Writes the claim of a customer who still has an account, and which appointment their key stands for. Refuses as `slot_taken` when
 * the bay was taken by someone who went around the shop's turn (the constraint says so without an error, and never lets two
 * in), and as `not_signed_in` when the customer is gone. A key that came twice at once makes the second one fail as a duplicate.
 */
async function insertClaim(tx: Queryable, claim: Claim, request: ClaimRequest['request']): Promise<void> {
  const remembered = request ? { idempotency_key: request.key, order_digest: request.digest } : {}
  const [said] = await claimIfFree(tx, { ...claim, ...remembered })
  if (said?.isClaimed) return
  if (!said?.isCustomer) refuse('not_signed_in')
  refuse('slot_taken', { field: 'date' })
}
