import { claimMinutes } from '../../contract/appointments/appointment-states.ts'
import { phoneDigits, type AppointmentOrder } from '../../contract/appointments/appointments.ts'
import { findVehicleProblem } from '../../contract/catalog/vehicles.ts'
import { isAmountOf } from '../../contract/money.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { rowOf } from '../database/statement.ts'
import { answersOf, leaveToCommit } from '../database/transaction.ts'
import { listPayers } from '../payments/provider-customer.ts'
import { recordAskedHolds } from '../payments/record-holds.ts'
import { findWithoutCards } from '../payments/refused-cards.ts'
import { lockFreeShops, lockShop } from '../shops/lock-shop.ts'
import type { FreshClaim } from './confirm-claim.ts'
import { chooseBay } from './find-free-bay.ts'
import { insertClaims, type NewClaim } from './insert-claims.ts'
import { listShopDays, type BayedShopDay } from './shop-day.ts'
import { listShopsAndPackages, type ShopAndPackage } from './tell-customer.ts'

/** An order for which a slot is to be claimed, as it was read. */
export type Claiming = Pick<NewClaim, 'request'> & {
  /** What the appointment will be called. */
  id: string
  order: AppointmentOrder
  customerId: string
  shopId: number
  packageId: number
  /** On the shop's wall; minutes since midnight. */
  start: { day: string; minutes: number }
  now: number
}

/** `isPatient`: whether the turn of a shop is waited for that somebody else has. */
type Options = { isPatient: boolean }

/** The claim; why there is none; null for one that has to be tried by itself. */
export type ClaimOutcome = FreshClaim | Refusal | null

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

/** What is known of each, in the order in which they claim. */
type Known = {
  withoutCards: Refusal | undefined
  /** Undefined where there is no such shop, or somebody else has its turn. */
  shopStatus: string | undefined
  shopDay: BayedShopDay | null
  shopAndPackage: ShopAndPackage | null
}

/** Takes the shops' turns; the status of each whose turn it has. */
async function takeTurns(
  tx: Queryable,
  shopIds: readonly number[],
  { isPatient }: Options,
): Promise<ReadonlyMap<number, string | undefined>> {
  if (!isPatient) return lockFreeShops(tx, shopIds)
  const taken = new Map<number, string | undefined>()
  for (const shopId of shopIds) taken.set(shopId, await lockShop(tx, shopId))
  return taken
}

/** Asks all of it at once: the database reads the days once the turns of the shops are there. */
async function readAll(tx: Queryable, lot: readonly Claiming[], options: Options): Promise<Known[]> {
  const days = lot.map(({ shopId, start: { day }, packageId, now }) => ({ shopId, day, packageId, now }))
  const [withoutCards, statuses, shopDays, shopsAndPackages] = await answersOf(
    findWithoutCards(tx, [...new Set(lot.map(({ customerId }) => customerId))]),
    takeTurns(tx, [...new Set(lot.map(({ shopId }) => shopId))], options),
    listShopDays(tx, days),
    listShopsAndPackages(tx, lot),
  )
  return lot.map(({ customerId, shopId }, index) => ({
    withoutCards: withoutCards.get(customerId),
    shopStatus: statuses.get(shopId),
    shopDay: shopDays[index] ?? null,
    shopAndPackage: shopsAndPackages[index] ?? null,
  }))
}

type Allowed = NewClaim & { shopAndPackage: ShopAndPackage; order: AppointmentOrder }

/** The claim that the rule allows. Refuses who had too many cards refused, an unsound order, and a start that is not free. */
function allow(claiming: Claiming, { withoutCards, shopStatus, shopDay, shopAndPackage }: Known): Allowed {
  const { order, start, now } = claiming
  if (withoutCards) throw withoutCards
  if (shopStatus !== 'approved' || !shopDay) return refuse('shop_unknown', { field: 'shopId' })
  if (!shopAndPackage) return refuse('package_unknown', { field: 'productId' })
  const { price_cents: priceCents, duration_minutes: durationMinutes } = shopAndPackage
  requireSoundOrder(order, priceCents, now)
  const { bayId, job } = chooseBay(shopDay, { ...start, durationMinutes })
  const claim = {
    id: claiming.id,
    shop_id: claiming.shopId,
    bay_id: bayId,
    customer_id: claiming.customerId,
    package_id: claiming.packageId,
    price_cents: priceCents,
    starts_at: new Date(job.from),
    ends_at: new Date(job.to),
    state: 'claimed' as const,
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
  return { claim, request: claiming.request, shopAndPackage, order }
}

/** What the rule says of each. A shop's day was read without the others of this lot, so a second claim there has to be tried by itself. */
function judgeAll(
  lot: readonly Claiming[],
  known: readonly Known[],
  { isPatient }: Options,
): (Allowed | Refusal | null)[] {
  const claimedShops = new Set<number>()
  return known.map((one, index) => {
    const claiming = lot[index]
    if (!claiming) return null
    const hasTurn = one.shopStatus !== undefined && !claimedShops.has(claiming.shopId)
    if (!isPatient && !hasTurn) return null
    try {
      const allowed = allow(claiming, one)
      claimedShops.add(claiming.shopId)
      return allowed
    } catch (error) {
      // It is told to whoever wants this slot.
      if (error instanceof Refusal) return error
      throw error
    }
  })
}

/** Writes down the claims and the holds that are asked for next, and reads who pays; all of it leaves with the commit. */
async function writeAll(tx: Queryable, allowed: readonly Allowed[]) {
  // The database refuses a hold without its appointment, and then nothing is written.
  await leaveToCommit(tx, insertClaims(tx, allowed))
  const requests = allowed.map(({ claim, order }) => ({
    appointment: claim,
    purpose: 'booking' as const,
    amountCents: claim.price_cents,
    paymentMethodId: order.paymentMethodId,
    actorId: claim.customer_id,
    at: claim.created_at,
  }))
  const holding = recordAskedHolds(tx, requests)
  await leaveToCommit(tx, holding)
  const paying = listPayers(
    tx,
    allowed.map(({ claim }) => claim.id),
  )
  await leaveToCommit(tx, paying)
  return { holding, paying }
}

/**
 * Takes free bays for all orders in one transaction and writes down the holds that whoever called asks for next. What became of each is told
 * in their order. Fails as a whole where the database does not take them together.
 */
async function claimAll(
  context: Context,
  lot: readonly Claiming[],
  options: Options,
): Promise<ClaimOutcome[]> {
  const { judged, allowed, written } = await context.database.transaction(async (tx) => {
    const judged = judgeAll(lot, await readAll(tx, lot, options), options)
    const allowed = judged.filter((one): one is Allowed => one !== null && !(one instanceof Refusal))
    return { judged, allowed, written: allowed.length > 0 ? await writeAll(tx, allowed) : null }
  })
  const [holds, payers] = [(await written?.holding) ?? [], (await written?.paying) ?? []]
  return judged.map((one) => {
    if (one === null || one instanceof Refusal) return one
    const index = allowed.indexOf(one)
    const [hold, payer] = [holds[index], payers[index]]
    if (!hold || !payer) throw new Error(`the claim ${one.claim.id} was written without its hold`)
    return { appointment: one.claim, hold, payer, shopAndPackage: one.shopAndPackage }
  })
}

/** As `claimAll`, and waits for nobody's turn: whoever would have to is to be tried by itself, as a second one at the same shop is. */
export function claimFreeSlots(context: Context, lot: readonly Claiming[]): Promise<ClaimOutcome[]> {
  return claimAll(context, lot, { isPatient: false })
}

/** As `claimAll`, of one, who waits for the turn of the shop. */
export async function claimByItself(context: Context, claiming: Claiming): Promise<FreshClaim | Refusal> {
  const outcome = rowOf(await claimAll(context, [claiming], { isPatient: true }))
  if (outcome === null) throw new Error('a claim by itself is claimed or refused')
  return outcome
}
