import { isAllowed, scopeOf } from '../../contract/identity/permissions.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { refuse } from '../../contract/refusals.ts'
import { isLinkOpen } from '../holds/hold-facts.ts'
import { findCharging, findOpenHolds, requestOnSavedCard } from '../holds/hold-queries.ts'
import { placeHold } from '../holds/place-hold.ts'
import { resumeHold } from '../holds/resume-hold.ts'
import type { HoldResult } from '../holds/record-outcome.ts'
import type { Context } from '../context.ts'
import { decideCapture, decideRelease } from '../holds/transitions.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import type { HoldRow } from '../database/rows.ts'
import { lockStaffAppointment, requireNotMissed } from './staff-appointment.ts'

type Plan = { kind: 'done' } | { kind: 'ask' | 'go_on' | 'busy'; hold: HoldRow; linkIsOpen: boolean }
export type Captured = { chargedAnew: boolean }

/**
 * A plan can fail once because the hold lapsed and once because it is busy; after each failure a new plan is
 * made.
 */
const mostPlans = 3

/**
 * Captures the price of an appointment: from its live hold, or by charging the saved card when no hold is
 * live. Idempotent: concurrent calls make one capture. A shop may capture from the start time on, or once the
 * work is done (`not_yet_started`), a suspended one from the end on (`not_yet_ended`). Refuses a cancelled
 * appointment (`appointment_cancelled`), a no-show and one that was never held
 * (`appointment_not_changeable`), and a declined card (`card_refused`).
 */
export async function capturePayment(context: Context, actor: Actor, id: string): Promise<Captured> {
  for (let round = 1; round <= mostPlans; round++) {
    const plan = await planCapture(context, actor, id)
    if (plan.kind === 'done') return { chargedAnew: false }
    if (plan.kind === 'busy') {
      await resumeHold(context, plan.hold.id)
      continue
    }
    const settled =
      plan.kind === 'ask'
        ? await placeHold(context, plan.hold, { personWaits: true })
        : await resumeHold(context, plan.hold.id, { personWaits: true })
    const captured = readOutcome(settled, plan.linkIsOpen)
    if (captured) return captured
  }
  return refuse('card_check_under_way', { retryAfterSeconds: 3 })
}

/** Null when the hold is gone and the card must be charged instead. */
function readOutcome({ hold }: HoldResult, linkIsOpen: boolean): Captured | null {
  switch (hold.status) {
    case 'captured':
      return { chargedAnew: hold.purpose === 'charge' }
    case 'lapsed':
    case 'released':
    case 'releasing':
      return null
    case 'declined':
      return refuse('card_refused', {
        sentence: `The hold had expired, and the saved card was declined: ${hold.refusal_sentence ?? 'declined'} ${
          linkIsOpen
            ? 'The customer was asked to confirm the card.'
            : 'Please speak with the customer about another way to pay.'
        }`,
      })
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

async function planCapture(context: Context, actor: Actor, id: string): Promise<Plan> {
  return context.database.transaction(async (tx): Promise<Plan> => {
    const appointment = await lockStaffAppointment(tx, actor.scope, id)
    const now = context.clock.now()
    const at = new Date(now)
    if (appointment.state === 'completed') return { kind: 'done' }
    if (appointment.state === 'cancelled') refuse('appointment_cancelled')
    const facts = {
      workState: appointment.work_state,
      startsAt: appointment.starts_at.getTime(),
      endsAt: appointment.ends_at.getTime(),
      now,
    }
    const standing = standingAt(actor, appointment.shop_id)
    if (scopeOf(standing, 'payment.capture') === 'none') refuse('not_allowed')
    if (!isAllowed(standing, 'payment.capture', facts))
      refuse(standing === 'suspendedShop' ? 'not_yet_ended' : 'not_yet_started')
    if (appointment.state !== 'booked') return refuse('appointment_not_changeable')
    requireNotMissed(appointment)
    if (appointment.pays_by !== 'card')
      refuse('appointment_not_changeable', {
        sentence: 'This customer has given no card. Take the payment at the shop.',
      })
    const linkIsOpen = isLinkOpen(appointment, now)
    const open = await findOpenHolds(tx, id)
    const { asked, inForce } = open
    const charging = inForce?.status === 'captured' ? inForce : findCharging(open)
    if (charging) return { kind: 'go_on', hold: charging, linkIsOpen }
    if (asked?.status === 'requested') return { kind: 'busy', hold: asked, linkIsOpen }
    // An open 3-D Secure challenge is obsolete: the work is done, and the present price is charged.
    if (asked) await decideRelease(tx, asked, at, actor.id)
    const amountCents = appointment.price_cents
    if (inForce && inForce.amount_cents >= amountCents) {
      const hold = await decideCapture(tx, inForce, { amountCents, at, actorId: actor.id })
      return { kind: 'go_on', hold, linkIsOpen }
    }
    const hold = await requestOnSavedCard(tx, {
      appointment,
      purpose: 'charge',
      amountCents,
      actorId: actor.id,
      at,
    })
    return hold ? { kind: 'ask', hold, linkIsOpen } : refuse('appointment_not_changeable')
  })
}
