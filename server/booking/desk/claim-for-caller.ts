import { v7 as uuid } from 'uuid'
import type { DeskOrder } from '../../../contract/admin/desk-order.ts'
import type { MoveWarning } from '../../../contract/admin/move.ts'
import { claimMinutes } from '../../../contract/booking/appointment-states.ts'
import { consentTo } from '../../../contract/payments/consent.ts'
import { cardDueAt } from '../../../contract/payments/pays-by.ts'
import { refuse } from '../../../contract/refusals.ts'
import { getPackage } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import { lockCustomer } from '../../customers/own-appointments.ts'
import { findRestrictions, requireNotBlocked } from '../../customers/restrictions.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { AppointmentRow, HoldRow } from '../../database/rows.ts'
import { judgePackage, type Judgement } from '../../fitment/judge-package.ts'
import { getFitmentData } from '../../fitment/queries.ts'
import { recordVerdict } from '../../fitment/record-verdict.ts'
import { supportedCar } from '../../fitment/supported-car.ts'
import { recordHoldRequest } from '../../holds/record-hold.ts'
import { requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { recordCardAttempt, type TriedCard } from '../../payments/card-attempts.ts'
import { getPayer, type Payer } from '../../payments/provider/provider-customer.ts'
import { lockApprovedShop } from '../../slots/find-free-bay.ts'
import { findTextBarrier, type TextedPerson } from '../../texts/barrier.ts'
import { giveSpokenConsent } from '../../texts/consents.ts'
import { openReview } from '../fitment-reviews/open-review.ts'
import { insertCustomerNote } from '../customer-note.ts'
import { insertClaim, type OrderRequestKey } from '../insert-claim.ts'
import { announceDeskJob } from './announce-desk-job.ts'
import { findChosenPlace } from './chosen-place.ts'
import { findCaller, type Caller } from './find-caller.ts'

export type DeskClaim = {
  id: string
  warnings: MoveWarning[]
  /** The hold to place next; null for an appointment without a card. */
  hold: { row: HoldRow; payer: Payer } | null
}

export type DeskClaimRequest = {
  order: DeskOrder
  /** The caller and the card, for a payment by card: they are read before the claim. */
  payer: { caller: Caller; card: TriedCard } | null
  request: OrderRequestKey | null
}

/**
 * Takes a bay for an appointment that a shop books, in one transaction. Without a card it is booked at once,
 * and the mails about it are queued; with one it is claimed until the hold is placed. Lead time, booking
 * window, hours, and the limits of a customer do not bind the shop. Refuses as `findChosenPlace` and
 * `judgePackage` do, and a link for a caller with neither an email nor texts as
 * `email_missing`.
 */
export async function claimForCaller(
  tx: Queryable,
  context: Context,
  actor: Actor,
  { order, payer, request }: DeskClaimRequest,
): Promise<DeskClaim> {
  const now = context.clock.now()
  const at = new Date(now)
  const { shopId } = order
  await lockApprovedShop(tx, shopId)
  await requireStillInScope(tx, actor.scope, shopId)
  const caller = payer?.caller ?? (await findCaller(tx, actor, order, at))
  const texted = { shop_id: shopId, customer_phone: caller.phone, contact_id: caller.contactId }
  if (order.agreesToTexts === true) await giveSpokenConsent(tx, texted, { actorId: actor.id, at })
  if (order.payment === 'link' && caller.email === '') await requireTexts(tx, context, { shopId, ...caller })
  await lockCustomer(tx, caller.customerId)
  // A blocked customer may still pay at the shop.
  if (order.payment !== 'at_shop') requireNotBlocked(await findRestrictions(tx, caller.customerId, now))
  const { judgement, terms } = await judgeOrder(tx, context, order)
  const place = await findChosenPlace(tx, {
    shopId,
    start: order.date,
    lengthMs: terms.durationMinutes * 60_000,
    bayId: order.bayId,
    now,
  })
  const awaitsCard = order.payment === 'link'
  const appointment = {
    id: uuid(),
    shop_id: shopId,
    bay_id: place.bayId,
    customer_id: caller.customerId,
    package_id: judgement.verdict.packageId,
    price_cents: terms.priceCents,
    starts_at: new Date(place.job.from),
    ends_at: new Date(place.job.to),
    state: order.payment === 'card' ? ('claimed' as const) : ('booked' as const),
    claim_expires_at: order.payment === 'card' ? new Date(now + claimMinutes * 60_000) : null,
    pays_by: order.payment,
    card_due_at: awaitsCard ? new Date(cardDueAt(place.job.from, now)) : null,
    booked_by: actor.id,
    fitment_override: order.fitmentReason ?? null,
    hours_waived: place.warnings.length > 0,
    customer_name: caller.name,
    customer_email: caller.email,
    customer_phone: caller.phone,
    vehicle_year: terms.car.year,
    vehicle_make: terms.car.make,
    vehicle_model: terms.car.model,
    vehicle_vin: terms.car.vin,
    created_at: at,
    contact_id: caller.contactId,
  }
  await insertClaim(tx, appointment, { request, network: payer?.card.network ?? null })
  await recordVerdict(tx, appointment, judgement, at)
  if (order.note) await insertCustomerNote(tx, appointment, { body: order.note, authorId: actor.id })
  if (isReviewNeeded(judgement, order)) await openReview(tx, appointment, judgement, at)
  if (payer) {
    const hold = await requestHold(tx, context, actor, { appointment, card: payer.card })
    return { id: appointment.id, warnings: place.warnings, hold }
  }
  await announceDeskJob(tx, context, appointment.id, actor.id)
  return { id: appointment.id, warnings: place.warnings, hold: null }
}

/** Refuses a link for a caller who gets neither mail nor texts. */
async function requireTexts(tx: Queryable, context: Context, caller: TextedPerson): Promise<void> {
  if ((await findTextBarrier(tx, context, caller)) !== null)
    refuse('email_missing', { field: 'contact.email' })
}

async function judgeOrder(tx: Queryable, context: Context, order: DeskOrder) {
  const packageId = Number(order.productId)
  const installation = await getPackage(tx, packageId)
  const car = supportedCar(order.vehicleInfo, context.clock.now())
  const judgement = await judgePackage(tx, await getFitmentData(context.database, tx), {
    car,
    packageId,
    offered: order.fitment,
    isOverridden: order.fitmentReason !== undefined,
  })
  const { extraCents, extraMinutes } = judgement.verdict
  return {
    judgement,
    terms: {
      car,
      priceCents: installation.priceCents + extraCents,
      durationMinutes: installation.durationMinutes + extraMinutes,
    },
  }
}

/** With a reason of its own the shop has answered already. */
function isReviewNeeded({ verdict }: Judgement, { fitmentReason }: DeskOrder): boolean {
  return verdict.outcome === 'needs_review' && fitmentReason === undefined
}

type Held = {
  appointment: Pick<AppointmentRow, 'id' | 'shop_id' | 'price_cents' | 'created_at'>
  card: TriedCard
}

async function requestHold(
  tx: Queryable,
  context: Context,
  actor: Actor,
  { appointment, card }: Held,
): Promise<DeskClaim['hold']> {
  const holdId = uuid()
  await recordCardAttempt(tx, context, card, holdId)
  const { price_cents: priceCents, created_at: at } = appointment
  const row = await recordHoldRequest(tx, {
    id: holdId,
    appointment,
    purpose: 'booking',
    amountCents: priceCents,
    paymentMethodId: card.paymentMethodId,
    cardWallet: card.wallet,
    consent: consentTo('booking', { priceCents, paidWith: card.wallet }),
    actorId: actor.id,
    at,
    askedNow: true,
  })
  return { row, payer: await getPayer(tx, appointment.id) }
}
