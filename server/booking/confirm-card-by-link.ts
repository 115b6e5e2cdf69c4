import { planHold, type HoldPlan } from '../../contract/payments/hold-plan.ts'
import {
  type CardConfirmation,
  type CardConfirmationReply,
  type CardRequest,
} from '../../contract/payments/card-confirmation.ts'
import { toPayOf } from '../../contract/payments/charge-words.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { appointmentOfCardToken } from '../payments/card-link.ts'
import { recordLimitHits } from '../customers/limit-hits.ts'
import { findPriceDue } from '../payments/price/find-price.ts'
import type { TriedCard } from '../payments/card-attempts.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { placePlannedHold, type PlannedHold } from '../holds/carry-out-plan.ts'
import { captureBeforeOf, factsOf, isLinkOpen } from '../holds/hold-facts.ts'
import { findOpenHolds, type OpenHolds } from '../holds/hold-queries.ts'
import { findRequestedHold, planHoldOnCard, replyToCard } from './hold-on-card.ts'
import { getCustomerAppointment } from './queries.ts'
import { refusedLimit } from './refused-limit.ts'

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
 * The content of the page behind a mailed link. Refuses a forged link and one of a past appointment alike, as
 * `link_not_valid`.
 */
export async function findCardRequest(context: Context, token: string): Promise<CardRequest> {
  const { db } = context.database
  const appointment = await getLinked(db, context, token)
  const shown = await getCustomerAppointment(context, appointment.customer_id, appointment.id)
  return {
    packageName: shown.packageName,
    price: shown.price,
    toPay: toPayOf(await findPriceDue(db, appointment), appointment.price_cents),
    appointmentDate: shown.appointmentDate,
    timeZone: shown.timeZone,
    shopName: shown.shopName,
    shopLocation: shown.shopLocation,
    vehicleInfo: shown.vehicleInfo,
    hold: shown.hold,
    cancelFee: shown.cancelFee,
    needed: isNeeded(shown.hold.state, planOf(context, appointment, await findOpenHolds(db, appointment.id))),
  }
}

function planOf(context: Context, appointment: AppointmentRow, open: OpenHolds): HoldPlan['kind'] {
  return planHold(factsOf(appointment, captureBeforeOf(open), context.clock.now())).kind
}

/** A hold that waits for its renewal needs no confirmation. */
function isNeeded(state: CardRequest['hold']['state'], plan: HoldPlan['kind']): boolean {
  return (
    state === 'no_card' ||
    state === 'unconfirmed' ||
    state === 'failed' ||
    (state !== 'live' && plan === 'over')
  )
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
  return settled
    ? replyToCard(settled, { notPlaced: notConfirmed })
    : { held: true, requiresAction: false, holdId: null }
}

async function planConfirmation(
  context: Context,
  { network, card }: { network: string; card: TriedCard | null },
  { token, paymentMethodId, holdId }: CardConfirmation,
): Promise<PlannedHold> {
  return context.database.transaction(async (tx): Promise<PlannedHold> => {
    const appointment = await getLinked(tx, context, token, true)
    if (holdId !== undefined)
      return (await findRequestedHold(tx, appointment.id, holdId)) ?? refuse('link_not_valid')
    const open = await findOpenHolds(tx, appointment.id)
    if (planOf(context, appointment, open) === 'kept') return { kind: 'done' }
    const accountId = appointment.customer_id
    const user = { accountId, isProven: await isProven(tx, accountId), network }
    return planHoldOnCard(
      tx,
      context,
      { appointment, open },
      { user, card, paymentMethodId, replacesCard: false },
    )
  })
}

/**
 * The link opens without a session, and stands in My Appointments too, so it proves no address of an account.
 * A person without an account has it from us alone.
 */
async function isProven(db: Queryable, accountId: string): Promise<boolean> {
  const { email_verified: proven, guest } = await db
    .selectFrom('users as u')
    .leftJoin('guests as g', 'g.user_id', 'u.id')
    .select(['u.email_verified', 'g.user_id as guest'])
    .where('u.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return proven || guest !== null
}

const notConfirmed = 'The card wasn’t confirmed in time. Try again.'
