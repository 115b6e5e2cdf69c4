import { isAmountOf } from '../../contract/money.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { CardConfirmationReply, CardReplacement } from '../../contract/payments/card-confirmation.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import { findOpenReviewId } from '../fitment/record-verdict.ts'
import { placePlannedHold, type PlannedHold } from '../holds/carry-out-plan.ts'
import { findCharging, findOpenHolds } from '../holds/hold-queries.ts'
import type { HoldResult } from '../holds/record-outcome.ts'
import type { TriedCard } from '../payments/card-attempts.ts'
import { findRequestedHold, planHoldOnCard, replyToCard } from './hold-on-card.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'

type Wanted = { id: string; replacement: CardReplacement }

/**
 * Replaces the card of the customer's own coming appointment: places a hold on the new card, and releases the
 * hold on the earlier one when the new one is live. A refused card changes nothing. The same request again,
 * or with the id of its answer, resumes. Refuses as `lockOwnAppointment` does, another price than agreed to
 * as `price_changed`, an appointment whose fitment check is open as `appointment_not_changeable`, one whose
 * money is being moved as `card_check_under_way`, and a card over a limit as `recordCardAttempt` does.
 */
export async function replaceCard(
  context: Context,
  actor: User,
  network: string,
  wanted: Wanted,
): Promise<CardConfirmationReply> {
  const settled = await placePlannedHold(context, (card) =>
    planReplacement(context, { actor, network, card }, wanted),
  )
  return settled ? replyTo(settled) : { held: true, requiresAction: false, holdId: null }
}

async function planReplacement(
  context: Context,
  { actor, network, card }: { actor: User; network: string; card: TriedCard | null },
  { id, replacement: { paymentMethodId, amount, holdId } }: Wanted,
): Promise<PlannedHold> {
  return context.database.transaction(async (tx): Promise<PlannedHold> => {
    const now = context.clock.now()
    const appointment = await lockOwnAppointment(tx, id, actor.id, now, notChangeable)
    if (holdId !== undefined) return (await findRequestedHold(tx, id, holdId)) ?? refuse('not_found')
    // Until then no hold is placed, and the answer may cancel the appointment.
    if ((await findOpenReviewId(tx, appointment)) !== null)
      refuse('appointment_not_changeable', { sentence: checkIsOpen })
    const open = await findOpenHolds(tx, id)
    if (isHeldOn(open.inForce, paymentMethodId, now)) return { kind: 'done' }
    const charging = findCharging(open)
    if (charging) return { kind: 'busy', hold: charging }
    // A package that is about to apply has another price than the customer agrees to here.
    if (open.asked?.purpose === 'package' && open.asked.status === 'requires_action')
      refuse('card_check_under_way', { retryAfterSeconds: 60, sentence: packageWaits })
    if (open.asked?.status === 'requested' && open.asked.payment_method_id !== paymentMethodId)
      return { kind: 'busy', hold: open.asked }
    if (!isAmountOf(amount, appointment.price_cents)) refuse('price_changed', { field: 'amount' })
    return planHoldOnCard(
      tx,
      context,
      { appointment, open },
      {
        user: { accountId: actor.id, isProven: actor.emailVerified, network },
        card,
        paymentMethodId,
        replacesCard: true,
      },
    )
  })
}

/** Whether the card holds the amount already: the answer to an earlier request was lost. */
function isHeldOn(inForce: HoldRow | undefined, paymentMethodId: string, now: number): boolean {
  if (inForce?.status !== 'live' || inForce.payment_method_id !== paymentMethodId) return false
  return inForce.capture_before === null || inForce.capture_before.getTime() > now
}

function replyTo(settled: HoldResult): CardConfirmationReply {
  const { hold, appointmentState } = settled
  if (hold.live_at !== null && appointmentState !== 'booked' && hold.status !== 'captured')
    return refuse('appointment_not_changeable', { sentence: movedOn })
  const notPlaced = hold.live_at === null ? notConfirmed : movedOn
  return replyToCard(settled, { notPlaced, declined: (refusal) => `${refusal} ${stays}` })
}

const notChangeable = {
  cancelled: 'This appointment is cancelled, so it needs no card.',
  completed: 'This installation was already charged, so its card can no longer be changed.',
}
const stays = 'Your earlier card stays.'
const notConfirmed = `The card was not confirmed in time. ${stays} Please try again.`
const movedOn =
  'Your appointment changed in the meantime, so the hold on the new card is released. Please check My Appointments.'
const checkIsOpen =
  'The shop is still checking your car. You can change the card once it has confirmed the fit.'
const packageWaits =
  'Your package change is waiting for your bank. Finish it, or change the card in 15 minutes.'
