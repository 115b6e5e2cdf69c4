import { v7 as uuid } from 'uuid'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { OfferedFitment } from '../../contract/fitment/package-fitment.ts'
import { isAmountOf } from '../../contract/money.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { consentTo } from '../../contract/payments/consent.ts'
import { getPackage } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { lateFeeOf } from '../payments/cancellation-fee.ts'
import { recordCardAttempt, type TriedCard } from '../payments/card-attempts.ts'
import { shownCardOf } from '../payments/shown-card.ts'
import { decideRelease } from '../holds/change-hold.ts'
import {
  fitAtPresentStart,
  getJobMinutes,
  requireRoomForDiscount,
  setPackage,
} from '../holds/apply-package.ts'
import { placePlannedHold, type PlannedHold } from '../holds/carry-out-plan.ts'
import { findCharging, findOpenHolds, findSavedCard } from '../holds/hold-queries.ts'
import { recordHoldRequest } from '../holds/record-hold.ts'
import { requireNoConflict } from '../customers/own-appointments.ts'
import { recordVerdict } from '../fitment/record-verdict.ts'
import { openReview } from './fitment-reviews/open-review.ts'
import { judgeChange } from './judge-change.ts'
import { lockOwnAppointment, requireWorkNotBegun } from './lock-own-appointment.ts'
import { requireFewHolds } from './require-few-holds.ts'
import type { HoldRow } from '../database/rows.ts'
import type { HoldResult } from '../holds/record-outcome.ts'

/** A confirmation with the bank that is due before the package changes. */
export type AskedConfirmation = { clientSecret: string; holdId: string }

export type WantedPackage = {
  packageId: number
  /** The price that the customer agreed to, in dollars; undefined if they were not asked. */
  amount: number | undefined
  /** The hold of the same request before, in any state. */
  holdId?: string | undefined
  /** The verdict that the customer saw, with the accepted conditions. */
  offered?: OfferedFitment | undefined
}

/**
 * Changes the package of the customer's own appointment at its present start. A cheaper one keeps the hold
 * and captures less. A dearer one places a new hold on the saved card first; when that is live, the package
 * changes and the old hold is released. The same request again resumes. Refuses a package for another car as
 * `judgePackage` does, a job that does not fit as `package_does_not_fit`, another price than agreed to as
 * `price_changed`, one below the discounts of the shop as `total_too_low`, and a declined card as
 * `card_refused` with nothing changed. Null when it is changed.
 */
export async function changePackage(
  context: Context,
  actor: User,
  network: string,
  change: { id: string; wanted: WantedPackage },
): Promise<AskedConfirmation | null> {
  const settled = await placePlannedHold(context, (card) =>
    planChange(context, { actor, network, card }, change),
  )
  return settled && finish(context, settled)
}

async function planChange(
  context: Context,
  { actor, network, card }: { actor: User; network: string; card: TriedCard | null },
  { id, wanted: { packageId, amount, holdId, offered } }: { id: string; wanted: WantedPackage },
): Promise<PlannedHold> {
  const now = context.clock.now()
  return context.database.transaction(async (tx): Promise<PlannedHold> => {
    const appointment = await lockOwnAppointment(tx, id, actor.id, now)
    requireWorkNotBegun(appointment)
    const chosen = await getPackage(tx, packageId)
    if (appointment.package_id === packageId) return { kind: 'done' }
    if (holdId !== undefined) return findAsked(tx, id, packageId, holdId)
    const judgement = await judgeChange(tx, context, appointment, { packageId, offered })
    const { extraCents, extraMinutes, outcome } = judgement.verdict
    const priceCents = chosen.priceCents + extraCents
    if (amount !== undefined && !isAmountOf(amount, priceCents)) refuse('price_changed', { field: 'amount' })
    await requireRoomForDiscount(tx, appointment, priceCents)
    const open = await findOpenHolds(tx, id)
    // The charge in flight is for the present price.
    const charging = findCharging(open)
    if (charging) return { kind: 'busy', hold: charging }
    const { asked, inForce } = open
    const isSame = asked?.package_id === packageId && asked.amount_cents === priceCents
    if (asked && isSame) return { kind: 'resume', hold: asked }
    if (asked?.status === 'requested') return { kind: 'busy', hold: asked }
    const job = await fitAtPresentStart(tx, appointment, chosen.durationMinutes + extraMinutes, now)
    const startsAt = appointment.starts_at.getTime()
    await requireNoConflict(tx, context, appointment, { startsAt, endsAt: job.endsAt })
    const at = new Date(now)
    // A hold that waits for the bank was for another request.
    const endAsked = async () => asked && decideRelease(tx, asked, at, actor.id)
    const recordJudgement = async () => {
      await recordVerdict(tx, appointment, judgement, at)
      if (outcome === 'needs_review') await openReview(tx, appointment, judgement, at)
    }
    if (priceCents <= (inForce?.amount_cents ?? appointment.price_cents)) {
      await endAsked()
      await recordJudgement()
      await setPackage(tx, context, appointment, { id: chosen.id, priceCents }, job)
      return { kind: 'done' }
    }
    await requireFewHolds(tx, id, now)
    const saved = (await findSavedCard(tx, id)) ?? refuse('appointment_not_changeable')
    const paymentMethodId = saved.payment_method_id
    if (card?.paymentMethodId !== paymentMethodId) {
      const user = { accountId: actor.id, isProven: actor.emailVerified, network }
      return { kind: 'read_card', user, paymentMethodId }
    }
    await endAsked()
    await recordJudgement()
    const newId = uuid()
    await recordCardAttempt(tx, context, card, newId)
    const hold = await recordHoldRequest(tx, {
      id: newId,
      appointment,
      purpose: 'package',
      packageId: chosen.id,
      amountCents: priceCents,
      paymentMethodId,
      cardWallet: saved.card_wallet,
      consent: consentTo('package', {
        priceCents,
        card: yourCard(shownCardOf(saved)),
        lateFee: lateFeeOf(appointment),
      }),
      actorId: actor.id,
      at,
    })
    return { kind: 'ask', hold }
  })
}

/** The hold of the same request before. A declined one is not placed a second time. */
async function findAsked(
  tx: Queryable,
  appointmentId: string,
  packageId: number,
  holdId: string,
): Promise<PlannedHold> {
  const hold = await tx
    .selectFrom('holds')
    .selectAll()
    .where('id', '=', holdId)
    .where('appointment_id', '=', appointmentId)
    .where('package_id', '=', packageId)
    .where('purpose', '=', 'package')
    .executeTakeFirst()
  return hold ? { kind: 'resume', hold } : refuse('not_found')
}

async function finish(
  context: Context,
  { hold, clientSecret }: HoldResult,
): Promise<AskedConfirmation | null> {
  if (clientSecret !== null) return { clientSecret, holdId: hold.id }
  switch (hold.status) {
    case 'requested':
    case 'requires_action':
      return refuse('card_provider_unavailable', { retryAfterSeconds: 2, sentence: outcomeUnknown })
    case 'declined':
      return refuse('card_refused', {
        sentence: `${hold.refusal_sentence ?? 'Your card was declined.'} Your package didn’t change.`,
      })
    case 'live':
    case 'capturing':
    case 'captured':
    case 'refunding':
    case 'refunded':
      return null
    case 'releasing':
    case 'released':
    case 'lapsed': {
      if (hold.live_at === null) return refuse('card_refused', { sentence: notConfirmed })
      return refuseUnfit(context, hold)
    }
  }
}

/** Says why a package was not applied although its hold was placed. */
async function refuseUnfit(context: Context, hold: HoldRow): Promise<never> {
  const { db } = context.database
  const appointment = await db
    .selectFrom('appointments')
    .select(['id', 'customer_id', 'state', 'starts_at'])
    .where('id', '=', hold.appointment_id)
    .executeTakeFirstOrThrow()
  if (appointment.state !== 'booked') return refuse('appointment_not_changeable')
  if (hold.package_id !== null) {
    const startsAt = appointment.starts_at.getTime()
    const durationMinutes = await getJobMinutes(db, appointment.id, hold.package_id)
    await requireNoConflict(db, context, appointment, {
      startsAt,
      endsAt: startsAt + durationMinutes * 60_000,
    })
  }
  return refuse('package_does_not_fit')
}

const notConfirmed = 'The card wasn’t confirmed in time. Your package didn’t change. Try again.'
const outcomeUnknown =
  'We couldn’t reach our card provider, so we don’t know yet whether the new amount is held. Try again: it can’t be held twice.'
