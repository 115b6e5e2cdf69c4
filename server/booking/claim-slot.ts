import { v7 as uuid } from 'uuid'
import { claimMinutes } from '../../contract/booking/appointment-states.ts'
import type { AppointmentOrder } from '../../contract/booking/appointments.ts'
import { usPhoneDigits } from '../../contract/booking/us-phone.ts'
import { isAmountOf } from '../../contract/money.ts'
import { consentTo } from '../../contract/payments/consent.ts'
import { refuse } from '../../contract/refusals.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { parseWallTime } from '../../contract/time.ts'
import { getPackage } from '../catalog/queries.ts'
import { judgePackage } from '../fitment/judge-package.ts'
import { supportedCar } from '../fitment/supported-car.ts'
import { getFitmentData } from '../fitment/queries.ts'
import { findTerms } from '../shops/cancellation-terms.ts'
import { feeColumnsOf, requireTermsAsAgreed, type ShownTerms } from './agreed-fee.ts'
import { recordVerdict } from '../fitment/record-verdict.ts'
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Context } from '../context.ts'
import { postgresCode } from '../database/database-errors.ts'
import type { Queryable } from '../database/open-database.ts'
import { answersOf } from '../database/transaction.ts'
import { getPayer, type Payer } from '../payments/provider/provider-customer.ts'
import type { HoldRow } from '../database/rows.ts'
import { recordHoldRequest } from '../holds/record-hold.ts'
import { recordCardAttempt, type TriedCard } from '../payments/card-attempts.ts'
import { giveTextConsent } from '../texts/consents.ts'
import { chooseBay, lockApprovedShop } from '../slots/find-free-bay.ts'
import { findContactOfAccount, recordContact } from '../contacts/contact-of-claim.ts'
import { listOwn, lockCustomer } from '../customers/own-appointments.ts'
import { releaseOlderClaims, requireWithinLimits } from './customer-limits.ts'
import { nameCustomer } from '../customers/name-customer.ts'
import { findRestrictions, requireNotBlocked } from '../customers/restrictions.ts'
import { insertCustomerNote } from './customer-note.ts'
import { insertClaim, type NewClaim, type OrderRequestKey } from './insert-claim.ts'
import { findClaimsLapsed } from './lapsed-claims.ts'
import { openReview } from './fitment-reviews/open-review.ts'
import { getShopDay, getShopDayBatched } from '../slots/shop-day.ts'

/**
 * An order for which to claim a slot, and the card to hold. `request` is null for an order without an
 * idempotency key. `agreed`: the fee that the customer was shown and agreed to; null for none.
 */
export type ClaimRequest = {
  order: AppointmentOrder
  customerId: string
  card: TriedCard
  request: OrderRequestKey | null
  agreed: ShownTerms | null
}

/** The hold of a claimed slot, with the request lease of this process (`askedNow`). */
export type Claim = { hold: HoldRow; payer: Payer; hasReplaced: boolean }

type Slot = {
  shopId: number
  packageId: number
  /** Minutes since midnight by the shop's wall clock. */
  start: { day: string; minutes: number }
  now: number
}

/**
 * Claims of this process at one shop run one at a time, so that waiting callers hold no database connection.
 * The shop's row lock decides between processes. With the timeouts of a connection and of a lock, a response
 * still takes less than 15 seconds.
 */
const withShopMutex = createKeyedMutex({ timeoutMs: 2_000 })

/**
 * Claims a free bay for 15 minutes and inserts the hold to place next, in one transaction. It replaces an
 * older claim of the customer. Refuses a blocked customer as `customer_blocked`, an account over the limit of
 * lapsed claims as `too_many_requests`, an invalid order, a package for another car as `judgePackage` does, a
 * start that is not free as `slot_taken`, an
 * fee other than agreed to as `terms_changed`, an
 * appointment over the customer's limits as `findExceededLimit` names it, and a card as `recordCardAttempt`
 * does.
 */
export async function claimSlot(context: Context, claimRequest: ClaimRequest): Promise<Claim> {
  const { order } = claimRequest
  const slot: Slot = {
    shopId: Number(order.shopId ?? builtInShopId),
    packageId: Number(order.productId),
    start: parseWallTime(order.date) ?? refuse('malformed', { field: 'date' }),
    now: context.clock.now(),
  }
  const claim = await withShopMutex(context, slot.shopId, {
    recheck: () => requireStillFree(context, slot),
    work: () =>
      context.database
        .transaction((tx) => claimFreeBay(tx, context, slot, claimRequest))
        .catch(refuseTakenBay),
  })
  // The release of the replaced claim's hold is still to be sent to the card provider.
  if (claim.hasReplaced) context.triggerJob('appointments.settle-holds')
  return claim
}

/** A block of the bay that was written without the shop's lock: the exclusion constraint decides. */
function refuseTakenBay(error: unknown): never {
  if (postgresCode(error) === '23P01') return refuse('slot_taken', { field: 'date' })
  throw error
}

/** Without a lock: it spares waiting callers a transaction once the slot is gone. */
async function requireStillFree(context: Context, { shopId, packageId, start, now }: Slot): Promise<void> {
  const shopDay = await getShopDayBatched(context, { shopId, day: start.day, now, packageId })
  const { durationMinutes } = shopDay
  if (durationMinutes === null) refuse('package_unknown', { field: 'productId' })
  chooseBay(shopDay, { ...start, durationMinutes })
}

async function claimFreeBay(
  tx: Queryable,
  context: Context,
  { shopId, packageId, start, now }: Slot,
  { order, customerId, card, request, agreed }: ClaimRequest,
): Promise<Claim> {
  const wantedDay = { shopId, day: start.day, now, packageId }
  // Sent together. PostgreSQL runs the statements in order, so all is read after the locks.
  const [, , restrictions, claimsLapsed, own, dayBefore, installation, fitmentData, contact] =
    await answersOf(
      lockApprovedShop(tx, shopId),
      lockCustomer(tx, customerId),
      findRestrictions(tx, customerId, now),
      findClaimsLapsed(tx, context, customerId),
      listOwn(tx, customerId, now),
      getShopDay(tx, wantedDay),
      getPackage(tx, packageId),
      getFitmentData(context.database, tx),
      findContactOfAccount(tx, { shopId, customerId }),
    )
  requireNotBlocked(restrictions)
  if (claimsLapsed && !restrictions.lifted.has('lapsed_claims')) throw claimsLapsed
  if (order.capture_method !== 'manual') refuse('capture_method_not_manual', { field: 'capture_method' })
  const car = supportedCar(order.vehicleInfo, now)
  const judgement = await judgePackage(tx, fitmentData, { car, packageId, offered: order.fitment })
  const { extraCents, extraMinutes, outcome } = judgement.verdict
  const priceCents = installation.priceCents + extraCents
  const durationMinutes = installation.durationMinutes + extraMinutes
  if (!isAmountOf(order.amount, priceCents)) refuse('price_changed', { field: 'amount' })
  const kept = await releaseOlderClaims(tx, context, customerId, own)
  // An older claim may have held the very time that is wanted now.
  const shopDay = kept.length === own.length ? dayBefore : await getShopDay(tx, wantedDay)
  const { bayId, job } = chooseBay(shopDay, { ...start, durationMinutes })
  requireWithinLimits(context, restrictions, kept, { startsAt: job.from, endsAt: job.to, vin: car.vin })
  const terms = agreed === null ? null : requireTermsAsAgreed(await findTerms(tx, shopId), priceCents, agreed)
  const holdId = uuid()
  await recordCardAttempt(tx, context, card, holdId)
  const appointment = {
    id: uuid(),
    shop_id: shopId,
    bay_id: bayId,
    customer_id: customerId,
    package_id: packageId,
    price_cents: priceCents,
    starts_at: new Date(job.from),
    ends_at: new Date(job.to),
    claim_expires_at: new Date(now + claimMinutes * 60_000),
    customer_name: order.name,
    customer_email: order.email,
    // The order's schema has refused every other form.
    customer_phone: usPhoneDigits(order.phone) ?? refuse('malformed', { field: 'phone' }),
    vehicle_year: car.year,
    vehicle_make: car.make,
    vehicle_model: car.model,
    vehicle_vin: car.vin,
    created_at: new Date(now),
    contact_id: contact?.id ?? uuid(),
    ...feeColumnsOf(terms, { priceCents, startsAt: job.from }),
  }
  const [, , , hold, payer] = await answersOf(
    // Before the appointment, which refers to it.
    recordContact(tx, contact, contactOf(appointment)),
    insertClaim(tx, appointment, { request, network: card.network }),
    // Before the payer is read: the card provider gets this name for its customer.
    nameCustomer(tx, customerId, order.name),
    recordHoldRequest(tx, {
      id: holdId,
      appointment,
      purpose: 'booking',
      amountCents: priceCents,
      paymentMethodId: order.paymentMethodId,
      cardWallet: card.wallet,
      consent: consentTo('booking', {
        priceCents,
        shownWallets: order.shownWallets ?? [],
        lateFee: agreed,
        paidWith: card.wallet,
      }),
      actorId: customerId,
      at: appointment.created_at,
      askedNow: true,
    }),
    getPayer(tx, appointment.id),
    recordVerdict(tx, appointment, judgement, appointment.created_at),
    ...(order.textConsent ? [agreeToTexts(tx, appointment, order.textConsent.wording)] : []),
    ...(order.note ? [insertCustomerNote(tx, appointment, { body: order.note, authorId: customerId })] : []),
    ...(outcome === 'needs_review' ? [openReview(tx, appointment, judgement, appointment.created_at)] : []),
  )
  return { hold, payer, hasReplaced: kept.length < own.length }
}

/** The box for text messages was ticked. A later order without the tick takes no consent back. */
async function agreeToTexts(
  tx: Queryable,
  claim: NewClaim & { contact_id: string },
  wording: string,
): Promise<void> {
  await giveTextConsent(
    tx,
    {
      shop_id: claim.shop_id,
      phone: claim.customer_phone,
      contact_id: claim.contact_id,
      wording,
      source: 'checkbox',
      actor_id: claim.customer_id,
    },
    claim.created_at,
  )
}

/** The contact of an order, where the shop has none yet. */
function contactOf(appointment: NewClaim & { contact_id: string }) {
  return {
    id: appointment.contact_id,
    shop_id: appointment.shop_id,
    user_id: appointment.customer_id,
    name: appointment.customer_name,
    email: appointment.customer_email,
    phone: appointment.customer_phone,
    created_at: appointment.created_at,
  }
}
