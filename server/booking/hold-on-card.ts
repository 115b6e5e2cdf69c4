import { v7 as uuid } from 'uuid'
import type { CardConfirmationReply } from '../../contract/payments/card-confirmation.ts'
import { declineSentences } from '../../contract/payments/decline-words.ts'
import { consentTo } from '../../contract/payments/consent.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { PlannedHold } from '../holds/carry-out-plan.ts'
import { findSavedCard, type OpenHolds } from '../holds/hold-queries.ts'
import { recordHoldRequest } from '../holds/record-hold.ts'
import type { HoldResult } from '../holds/record-outcome.ts'
import { decideRelease } from '../holds/change-hold.ts'
import { recordCardAttempt, type CardUser, type TriedCard } from '../payments/card-attempts.ts'
import { lateFeeOf } from '../payments/cancellation-fee.ts'
import { requireFewHolds } from './require-few-holds.ts'

/** A card that the customer gives for a booked appointment. */
export type CardWish = {
  user: CardUser
  /** The card, once its fingerprint was read. */
  card: TriedCard | null
  /** Undefined for the saved card. */
  paymentMethodId: string | undefined
  /** Whether the card takes the place of a good one; else it confirms a hold that could not be renewed. */
  replacesCard: boolean
}

/**
 * Plans a hold of the present price with the cardholder present, under the appointment's lock. The hold in
 * force is released when the new one is live, and stays when it is refused. The same wish again resumes, and
 * a later wish ends an earlier one that waits for the bank. Refuses as `card_check_under_way` while the shop
 * captures, and a card over a limit as `recordCardAttempt` and `requireFewHolds` do.
 */
export async function planHoldOnCard(
  tx: Queryable,
  context: Context,
  { appointment, open }: { appointment: AppointmentRow; open: OpenHolds },
  { user, card, replacesCard, ...wish }: CardWish,
): Promise<PlannedHold> {
  const { asked, inForce } = open
  if (inForce?.status === 'capturing') refuse('card_check_under_way', { retryAfterSeconds: 3 })
  const saved = await findSavedCard(tx, appointment.id)
  const paymentMethodId = wish.paymentMethodId ?? saved?.payment_method_id ?? refuse('link_not_valid')
  if (asked?.purpose === 'confirmation' && asked.payment_method_id === paymentMethodId)
    return { kind: 'resume', hold: asked }
  if (asked?.status === 'requested') return { kind: 'busy', hold: asked }
  const at = new Date(context.clock.now())
  await requireFewHolds(tx, appointment.id, at.getTime())
  if (card?.paymentMethodId !== paymentMethodId) return { kind: 'read_card', user, paymentMethodId }
  if (asked) await decideRelease(tx, asked, at, appointment.customer_id)
  const holdId = uuid()
  await recordCardAttempt(tx, context, card, holdId)
  const priceCents = appointment.price_cents
  const hold = await recordHoldRequest(tx, {
    id: holdId,
    appointment,
    purpose: 'confirmation',
    amountCents: priceCents,
    paymentMethodId,
    cardWallet: card.wallet,
    consent: consentTo(replacesCard ? 'replacement' : 'confirmation', {
      priceCents,
      lateFee: lateFeeOf(appointment),
    }),
    replacesCard,
    actorId: appointment.customer_id,
    at,
  })
  return { kind: 'ask', hold }
}

/** The hold of the same request before. Undefined for a hold of another appointment or purpose. */
export async function findRequestedHold(
  tx: Queryable,
  appointmentId: string,
  holdId: string,
): Promise<PlannedHold | undefined> {
  const hold = await tx
    .selectFrom('holds')
    .selectAll()
    .where('id', '=', holdId)
    .where('appointment_id', '=', appointmentId)
    .where('purpose', '=', 'confirmation')
    .executeTakeFirst()
  return hold && { kind: 'resume', hold }
}

type CardReplyWords = { notPlaced: string; declined?: (refusal: string, isFinal: boolean) => string }

/**
 * The answer to the customer. `notPlaced`: the sentence for a hold that ended before it was placed, or that
 * the appointment no longer needed. `declined` makes the sentence from that of the bank's refusal.
 */
export function replyToCard(
  { hold, clientSecret }: HoldResult,
  { notPlaced, declined = (refusal) => refusal }: CardReplyWords,
): CardConfirmationReply {
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
        sentence: declined(hold.refusal_sentence ?? declineSentences.declined, hold.refusal_is_final),
      })
    case 'requested':
    case 'requires_action':
      return refuse('card_provider_unavailable', { retryAfterSeconds: 2, sentence: outcomeUnknown })
    case 'releasing':
    case 'released':
    case 'lapsed':
    case 'refunding':
    case 'refunded':
      return refuse('card_refused', { sentence: notPlaced })
  }
}

const outcomeUnknown =
  'We couldn’t reach our card provider, so we don’t know yet whether your card is held. Try again: it can’t be held twice.'
