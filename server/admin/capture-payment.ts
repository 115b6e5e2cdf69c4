import { isAllowed } from '../../contract/identity/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import { isLinkOpen } from '../appointments/hold-facts.ts'
import { chargingOf, findOpenHolds, requestOnSavedCard } from '../appointments/hold-queries.ts'
import { askForHold, settleHold, type SettledHold } from '../appointments/settle-hold.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/shop-scope.ts'
import { recordHoldChange, recordRelease, type HoldRow } from '../payments/record-hold.ts'
import { takeStaffAppointment } from './staff-appointment.ts'

type Plan = { kind: 'done' } | { kind: 'ask' | 'go_on' | 'busy'; hold: HoldRow; linkIsOpen: boolean }
export type Captured = { chargedAnew: boolean }

/** A hold may turn out to have lapsed, or to be busy, once each; then the plan is made again. */
const mostPlans = 3

/**
 * Captures the price of an appointment: from its live hold, or by authorising and capturing the saved card in one step when no
 * hold is live. Capturing twice is one capture, however many ask at once. A shop may once the start time has come
 * (`not_yet_started`). Refuses a cancelled one and one that was never held; a refused card as `card_refused`.
 */
export async function capturePayment(context: Context, actor: Actor, id: string): Promise<Captured> {
  for (let round = 1; round <= mostPlans; round++) {
    const plan = await planCapture(context, actor, id)
    if (plan.kind === 'done') return { chargedAnew: false }
    if (plan.kind === 'busy') {
      await settleHold(context, plan.hold.id)
      continue
    }
    const settled =
      plan.kind === 'ask'
        ? await askForHold(context, plan.hold)
        : await settleHold(context, plan.hold.id, { personWaits: true })
    const captured = readOutcome(settled, plan.linkIsOpen)
    if (captured) return captured
  }
  return refuse('card_check_under_way', { retryAfterSeconds: 3 })
}

/** Null when the hold turned out to be gone, so that the card is to be charged anew. */
function readOutcome({ hold }: SettledHold, linkIsOpen: boolean): Captured | null {
  switch (hold.status) {
    case 'captured':
      return { chargedAnew: hold.purpose === 'charge' }
    case 'lapsed':
    case 'released':
    case 'releasing':
      return null
    case 'declined':
      return refuse('card_refused', {
        sentence: `The hold had lapsed, and the saved card was refused: ${hold.refusal_sentence ?? 'declined'} ${
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
  'We could not reach the card provider, so we do not know yet whether the payment was captured. Please press the button again: it is captured once.'

async function planCapture(context: Context, actor: Actor, id: string): Promise<Plan> {
  return context.database.transaction(async (tx): Promise<Plan> => {
    const appointment = await takeStaffAppointment(tx, actor.scope, id)
    const now = context.clock.now()
    const at = new Date(now)
    if (appointment.state === 'completed') return { kind: 'done' }
    if (appointment.state === 'cancelled') refuse('appointment_cancelled')
    const start = { startsAt: appointment.starts_at.getTime(), now }
    if (!isAllowed(actor.role, 'payment.capture', start)) refuse('not_yet_started')
    if (appointment.state !== 'booked') return refuse('appointment_not_changeable')
    const linkIsOpen = isLinkOpen(appointment, now)
    const open = await findOpenHolds(tx, id)
    const { asked, inForce } = open
    const charging = inForce?.status === 'captured' ? inForce : chargingOf(open)
    if (charging) return { kind: 'go_on', hold: charging, linkIsOpen }
    if (asked?.status === 'requested') return { kind: 'busy', hold: asked, linkIsOpen }
    // What waits for the customer's bank comes too late: the work is done at the present price.
    if (asked) await recordRelease(tx, asked, at, actor.id)
    const amountCents = appointment.price_cents
    if (inForce && inForce.amount_cents >= amountCents) {
      const hold = await recordHoldChange(tx, inForce, {
        to: 'capturing',
        at,
        set: { capture_cents: amountCents },
        movement: { kind: 'capture_requested', amountCents },
        actorId: actor.id,
      })
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
