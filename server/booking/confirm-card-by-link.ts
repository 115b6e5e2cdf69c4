import { v7 as uuid } from 'uuid'
import { planHold, type HoldPlan } from '../../contract/payments/hold-plan.ts'
import {
  type CardConfirmation,
  type CardConfirmationReply,
  type CardRequest,
} from '../../contract/payments/card-confirmation.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { appointmentOfCardToken } from '../payments/card-link.ts'
import { recordLimitHits } from '../customers/limit-hits.ts'
import { recordCardAttempt, type TriedCard } from '../payments/card-attempts.ts'
import { recordHoldRequest } from '../holds/record-hold.ts'
import { decideRelease } from '../holds/transitions.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { placePlannedHold, type PlannedHold } from '../holds/carry-out-plan.ts'
import { captureBeforeOf, factsOf, isLinkOpen } from '../holds/hold-facts.ts'
import { findOpenHolds, findSavedCard, type OpenHolds } from '../holds/hold-queries.ts'
import { getCustomerAppointment } from './queries.ts'
import { refusedLimit } from './refused-limit.ts'
import type { HoldResult } from '../holds/record-outcome.ts'

async function getLinked(
  db: Queryable,
  context: Context,
  token: string,
  lock = false,
): Promise<AppointmentRow> {
  const id = appointmentOfCardToken(context, token)
  if (id === null) return refuse('link_not_valid')
  const query = db.selectFrom('appointments').selectAll().where('id', '=', id)
  const appointment = await (lock ? query.forUpdate() : query).executeTakeFirst()
  const isOpen = appointment && isLinkOpen(appointment, context.clock.now())
  return isOpen ? appointment : refuse('link_not_valid')
}

/**
 * The content of the page behind a mailed link. Refuses a forged link and one of a past appointment alike,
 * as `link_not_valid`.
 */
export async function findCardRequest(context: Context, token: string): Promise<CardRequest> {
  const { db } = context.database
  const appointment = await getLinked(db, context, token)
  const shown = await getCustomerAppointment(context, appointment.customer_id, appointment.id)
  return {
    packageName: shown.packageName,
    price: shown.price,
    appointmentDate: shown.appointmentDate,
    timeZone: shown.timeZone,
    shopName: shown.shopName,
    shopLocation: shown.shopLocation,
    vehicleInfo: shown.vehicleInfo,
    hold: shown.hold,
    needed: isNeeded(shown.hold.state, planOf(context, appointment, await findOpenHolds(db, appointment.id))),
  }
}

function planOf(context: Context, appointment: AppointmentRow, open: OpenHolds): HoldPlan['kind'] {
  return planHold(factsOf(appointment, captureBeforeOf(open), context.clock.now())).kind
}

/** A hold that waits for its renewal needs no confirmation. */
function isNeeded(state: CardRequest['hold']['state'], plan: HoldPlan['kind']): boolean {
  return state === 'unconfirmed' || state === 'failed' || (state !== 'live' && plan === 'over')
}

/**
 * Places a fresh hold for a booked appointment with the person present (not the second request of a booking),
 * on the saved card or another one, unless a hold already outlives the job. The same request again, or with
 * the id of its answer, resumes. Refuses a link as `findCardRequest` does, a card over a limit as
 * `recordCardAttempt` does, and a declined card as `card_refused`.
 */
export async function confirmCard(
  context: Context,
  network: string,
  wanted: CardConfirmation,
): Promise<CardConfirmationReply> {
  const settled = await placePlannedHold(context, (card) => {
    const plan = () => planConfirmation(context, { network, card }, wanted)
    return card ? recordLimitHits(context, { id: card.accountId, network }, refusedLimit, plan) : plan()
  })
  return settled ? replyTo(settled) : { held: true, requiresAction: false, holdId: null }
}

async function planConfirmation(
  context: Context,
  { network, card }: { network: string; card: TriedCard | null },
  wanted: CardConfirmation,
): Promise<PlannedHold> {
  return context.database.transaction(async (tx): Promise<PlannedHold> => {
    const appointment = await getLinked(tx, context, wanted.token, true)
    if (wanted.holdId !== undefined) return findAsked(tx, appointment.id, wanted.holdId)
    const open = await findOpenHolds(tx, appointment.id)
    if (planOf(context, appointment, open) === 'kept') return { kind: 'done' }
    const { asked, inForce } = open
    if (inForce?.status === 'capturing') refuse('card_check_under_way', { retryAfterSeconds: 3 })
    const saved = await findSavedCard(tx, appointment.id)
    const paymentMethodId = wanted.paymentMethodId ?? saved?.payment_method_id ?? refuse('link_not_valid')
    if (asked?.purpose === 'confirmation' && asked.payment_method_id === paymentMethodId)
      return { kind: 'resume', hold: asked }
    if (asked?.status === 'requested') return { kind: 'busy', hold: asked }
    if (card?.paymentMethodId !== paymentMethodId) {
      const accountId = appointment.customer_id
      return {
        kind: 'read_card',
        user: { accountId, isProven: await isProven(tx, accountId), network },
        paymentMethodId,
      }
    }
    const at = new Date(context.clock.now())
    if (asked) await decideRelease(tx, asked, at, appointment.customer_id)
    const holdId = uuid()
    await recordCardAttempt(tx, context, card, holdId)
    const hold = await recordHoldRequest(tx, {
      id: holdId,
      appointment,
      purpose: 'confirmation',
      amountCents: appointment.price_cents,
      paymentMethodId,
      actorId: appointment.customer_id,
      at,
    })
    return { kind: 'ask', hold }
  })
}

/** The link opens without a session, and stands in My Appointments too: it proves no address. */
async function isProven(db: Queryable, accountId: string): Promise<boolean> {
  const { email_verified: proven } = await db
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return proven
}

async function findAsked(tx: Queryable, appointmentId: string, holdId: string): Promise<PlannedHold> {
  const hold = await tx
    .selectFrom('holds')
    .selectAll()
    .where('id', '=', holdId)
    .where('appointment_id', '=', appointmentId)
    .where('purpose', '=', 'confirmation')
    .executeTakeFirst()
  return hold ? { kind: 'resume', hold } : refuse('link_not_valid')
}

function replyTo({ hold, clientSecret }: HoldResult): CardConfirmationReply {
  const holdId = hold.id
  if (clientSecret !== null) return { held: false, requiresAction: true, clientSecret, holdId }
  switch (hold.status) {
    case 'live':
    case 'capturing':
    case 'captured':
      return { held: true, requiresAction: false, holdId }
    case 'declined':
      return refuse('card_refused', {
        field: 'paymentMethodId',
        ...(hold.refusal_sentence === null ? {} : { sentence: hold.refusal_sentence }),
      })
    case 'requested':
    case 'requires_action':
      return refuse('card_provider_unavailable', { retryAfterSeconds: 2, sentence: outcomeUnknown })
    case 'releasing':
    case 'released':
    case 'lapsed':
    case 'refunding':
    case 'refunded':
      return refuse('card_refused', { sentence: notConfirmed })
  }
}

const outcomeUnknown =
  'We could not reach the card provider, so we do not know yet whether your card is held. Please try again: nothing is held twice.'
const notConfirmed = 'The card was not confirmed in time. Please try again.'
