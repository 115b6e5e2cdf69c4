import { extraCentsOf, isRestDue, priceDueOf, type PriceDue } from '../../contract/payments/day-price.ts'
import { isAllowed, scopeOf } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { leastTotalCents } from '../../contract/limits.ts'
import { formatCents } from '../../contract/money.ts'
import { declineForStaff, declineSentences } from '../../contract/payments/decline-words.ts'
import { waysToSettle } from '../../contract/payments/staff-price-words.ts'
import { refuse } from '../../contract/refusals.ts'
import { isLinkOpen } from '../holds/hold-facts.ts'
import { describeNextTry, requireTriesLeft, type StaffCharge } from '../holds/limit-charges.ts'
import {
  coveredCents,
  findCharging,
  isExtra,
  listOpenHolds,
  openExtrasOf,
  openHoldsOf,
  requestOnSavedCard,
} from '../holds/hold-queries.ts'
import { placeHold } from '../holds/place-hold.ts'
import { findIncrementUnderWay, sendIncrement, type Increment } from '../holds/increment-hold.ts'
import { resumeHold } from '../holds/resume-hold.ts'
import type { HoldResult } from '../holds/record-outcome.ts'
import type { Context } from '../context.ts'
import { decideCapture, decideRelease } from '../holds/change-hold.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow, HoldRow } from '../database/rows.ts'
import { requireChargeable, requireEnoughDue } from '../payments/price/chargeable.ts'
import { readPriceFacts } from '../payments/price/find-price.ts'
import { requireSeenDue } from '../payments/price/seen-due.ts'
import { sumCaptured } from './price/refund-left.ts'
import { lockStaffAppointment, requireNotMissed } from './staff-appointment.ts'

/**
 * `ask`: charge the saved card. `hold_extra`: hold the amount above the hold of the price first. `go_on`:
 * send the capture. `busy`: another request is under way. `increment`: it is not known yet whether the hold
 * was raised.
 */
type Plan =
  | { kind: 'done' }
  | { kind: 'increment'; increment: Increment }
  | { kind: 'ask' | 'hold_extra' | 'go_on' | 'busy'; hold: HoldRow; linkIsOpen: boolean }
export type Captured = { chargedAnew: boolean }

/**
 * A plan can fail once because the hold lapsed and once because it is busy, and one may only hold the extra
 * amount; after each a new plan is made.
 */
const mostPlans = 4

/**
 * Captures the due amount of an appointment: from its live hold and that of the extra amount, or by charging
 * the saved card when no hold is live. Never more than the customer agreed to (`price_not_agreed`).
 * Idempotent: concurrent calls make one capture. A shop may capture from the start time on, or once the car
 * has arrived (`not_yet_started`), a suspended one from the end on (`not_yet_ended`). Refuses a cancelled
 * appointment (`appointment_cancelled`), a no-show and one that was never held
 * (`appointment_not_changeable`), and a declined card (`card_refused`). With `seenDueCents` it refuses as
 * `price_changed` another due amount, before anything is requested; a capture that has begun goes on.
 */
export async function capturePayment(
  context: Context,
  actor: Actor,
  id: string,
  seenDueCents?: number,
): Promise<Captured> {
  for (let round = 1; round <= mostPlans; round++) {
    const plan = await planCapture(context, actor, id, seenDueCents)
    if (plan.kind === 'done') return { chargedAnew: false }
    if (plan.kind === 'increment') {
      await sendIncrement(context, plan.increment)
      continue
    }
    if (plan.kind === 'busy') {
      await resumeHold(context, plan.hold.id)
      continue
    }
    const settled =
      plan.kind === 'ask' || plan.kind === 'hold_extra'
        ? await placeHold(context, plan.hold, { personWaits: true })
        : await resumeHold(context, plan.hold.id, { personWaits: true })
    if (settled.hold.status === 'declined') return refuseDeclined(context, settled.hold, plan.linkIsOpen)
    const captured = plan.kind === 'hold_extra' ? null : readOutcome(settled)
    if (captured) return captured
  }
  return refuse('card_check_under_way', { retryAfterSeconds: 3 })
}

/** Refuses with the bank's answer, and says what was charged and when the card may be tried again. */
async function refuseDeclined(context: Context, hold: HoldRow, linkIsOpen: boolean): Promise<never> {
  const { db } = context.database
  const { appointment_id: appointmentId, refusal_sentence: sentence, amount_cents: cents } = hold
  const answer = declineForStaff(sentence ?? declineSentences.declined)
  const purpose: StaffCharge = isExtra(hold) ? 'extra_off_session' : 'charge'
  const nextTry = await describeNextTry(db, { appointmentId, purpose, now: context.clock.now() })
  if (purpose === 'extra_off_session') {
    const { captured } = await sumCaptured(db, appointmentId)
    const amount = formatCents(cents)
    const told =
      captured > 0
        ? `The other ${amount} wasn’t charged: ${answer} ${formatCents(captured)} was charged before.`
        : `The extra ${amount} wasn’t held: ${answer} Nothing was charged yet.`
    return refuse('card_refused', {
      sentence: `${told} ${nextTry} Or ${waysToSettle(captured)}`,
    })
  }
  const told = `The hold had expired, and the saved card couldn’t be charged: ${answer} ${nextTry}`
  if (linkIsOpen)
    return refuse('card_refused', { sentence: `${told} The customer was asked to confirm the card.` })
  // A final refusal says it already.
  const advice = hold.refusal_is_final ? '' : ' Please speak with the customer about another way to pay.'
  return refuse('card_refused', { sentence: `${told}${advice}` })
}

/** Null when the hold is gone and the card must be charged instead. */
function readOutcome({ hold }: HoldResult): Captured | null {
  switch (hold.status) {
    case 'captured':
      return { chargedAnew: hold.purpose === 'charge' }
    case 'lapsed':
    case 'released':
    case 'releasing':
      return null
    case 'declined':
      return refuse('card_refused')
    case 'refunding':
    case 'refunded':
      return refuse('appointment_cancelled')
    case 'requested':
    case 'requires_action':
    case 'live':
    case 'capturing':
      return refuse('card_provider_unavailable', { retryAfterSeconds: 2, sentence: outcomeUnknown })
  }
}

const outcomeUnknown =
  'We could not reach the card provider, so we don’t know yet whether the payment was captured. Click the button again: it can’t be captured twice.'

async function planCapture(
  context: Context,
  actor: Actor,
  id: string,
  seenDueCents: number | undefined,
): Promise<Plan> {
  return context.database.transaction(async (tx): Promise<Plan> => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const facts = await readPriceFacts(tx, appointment)
    const due = priceDueOf(facts)
    // The bank may have ended the hold of an extra amount while the price was captured.
    const isRest = isRestDue({ ...facts, ...due, isCompleted: appointment.state === 'completed' })
    if (appointment.state === 'completed' && !isRest) return { kind: 'done' }
    requireCapturable(appointment, { actor, isRest, now: context.clock.now() })
    if (due.isAboveAgreed) refuse('price_not_agreed')
    const open = await listOpenHolds(tx, id)
    const job: Job = { appointment, actor, due, open, isRest, now: context.clock.now() }
    const begun = findBegun(job)
    if (begun) return begun
    if (seenDueCents !== undefined) requireSeenDue(due, seenDueCents, 'Nothing was charged now.')
    return (await planUnderWay(tx, job)) ?? planNew(tx, job)
  })
}

/** A locked appointment whose due amount is captured. `isRest`: of a completed one. */
type Job = {
  appointment: AppointmentRow
  actor: Actor
  due: PriceDue
  open: readonly HoldRow[]
  isRest: boolean
  now: number
}

/** Refuses an appointment whose payment this actor may not capture now, as `capturePayment` says. */
function requireCapturable(
  appointment: AppointmentRow,
  { actor, isRest, now }: Pick<Job, 'actor' | 'isRest' | 'now'>,
): void {
  if (appointment.state === 'cancelled') refuse('appointment_cancelled')
  const work = {
    workState: appointment.work_state,
    startsAt: appointment.starts_at.getTime(),
    endsAt: appointment.ends_at.getTime(),
    now,
  }
  const standing = standingAt(actor, appointment.shop_id)
  if (scopeOf(standing, 'payment.capture') === 'none') refuse('not_allowed')
  if (!isAllowed(standing, 'payment.capture', work))
    refuse(standing === 'suspendedShop' ? 'not_yet_ended' : 'not_yet_started')
  if (appointment.state !== 'booked' && !isRest) refuse('appointment_not_changeable')
  requireNotMissed(appointment)
  if (appointment.pays_by !== 'card')
    refuse('appointment_not_changeable', {
      sentence: 'This customer has given no card. Take the payment at the shop.',
    })
}

/** The plan for a charge that began before, whose amount is decided; null without one. */
function findBegun({ appointment, open, isRest, now }: Job): Plan | null {
  const [price, extra] = [openHoldsOf(open), openExtrasOf(open)]
  const isCaptured = price.inForce?.status === 'captured' && !isRest
  const charging = findCharging(extra) ?? (isCaptured ? price.inForce : findCharging(price))
  return charging ? { kind: 'go_on', hold: charging, linkIsOpen: isLinkOpen(appointment, now) } : null
}

/** The plan for an increment or a request that began before; null without one. */
async function planUnderWay(tx: Queryable, { appointment, open, now }: Job): Promise<Plan | null> {
  const linkIsOpen = isLinkOpen(appointment, now)
  const [price, extra] = [openHoldsOf(open), openExtrasOf(open)]
  const increment = await findIncrementUnderWay(tx, appointment.id)
  if (increment) return { kind: 'increment', increment }
  const busy = [price.asked, extra.asked].find((hold) => hold?.status === 'requested')
  return busy ? { kind: 'busy', hold: busy, linkIsOpen } : null
}

/**
 * The first capture takes at most `coverable` cents of the due amount. The extra hold gives the rest, never
 * less than the card provider charges.
 */
function firstCaptureCents(dueCents: number, coverable: number): number {
  const restCents = dueCents - coverable
  if (restCents <= 0) return dueCents
  return restCents < leastTotalCents ? dueCents - leastTotalCents : coverable
}

/** Charges the saved card where no hold is live, holds what no hold covers, or captures. */
async function planNew(tx: Queryable, { appointment, actor, due, open, isRest, now }: Job): Promise<Plan> {
  const appointmentId = appointment.id
  const at = new Date(now)
  const linkIsOpen = isLinkOpen(appointment, now)
  const [price, extra] = [openHoldsOf(open), openExtrasOf(open)]
  // An open 3-D Secure challenge is obsolete: the work is done, and the present price is charged.
  for (const asked of [price.asked, extra.asked]) if (asked) await decideRelease(tx, asked, at, actor.id)
  const charge = { appointment, actorId: actor.id, at }
  requireEnoughDue(due.dueCents)
  if (price.inForce?.status !== 'live' && !isRest) {
    await requireTriesLeft(tx, { appointmentId, purpose: 'charge', now })
    const hold = await requestOnSavedCard(tx, { ...charge, purpose: 'charge', amountCents: due.dueCents })
    return hold ? { kind: 'ask', hold, linkIsOpen } : refuse('appointment_not_changeable')
  }
  const extraCents = extraCentsOf(due, coveredCents(appointment, open))
  if (extraCents > (extra.inForce?.amount_cents ?? 0)) {
    requireChargeable(extraCents)
    await requireTriesLeft(tx, { appointmentId, purpose: 'extra_off_session', now })
    const request = { ...charge, purpose: 'extra_off_session' as const, amountCents: extraCents }
    const hold = await requestOnSavedCard(tx, request)
    return hold ? { kind: 'hold_extra', hold, linkIsOpen } : refuse('appointment_not_changeable')
  }
  const hold = isRest ? extra.inForce : price.inForce
  if (!hold) throw new Error(`there is no hold to capture for appointment ${appointmentId}`)
  const coverable = isRest ? hold.amount_cents : coveredCents(appointment, open)
  const amountCents = firstCaptureCents(due.dueCents, coverable)
  const capture = { amountCents, at, actorId: actor.id }
  return { kind: 'go_on', hold: await decideCapture(tx, hold, capture), linkIsOpen }
}
