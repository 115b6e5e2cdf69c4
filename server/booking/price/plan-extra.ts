import { extraCentsOf, type PriceDue } from '../../../contract/payments/day-price.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow, HoldRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import { coveredCents, openExtrasOf, openHoldsOf } from '../../holds/hold-queries.ts'
import { hasTriesLeft } from '../../holds/limit-charges.ts'
import {
  canIncrementHold,
  decideIncrement,
  findIncrementUnderWay,
  type Increment,
} from '../../holds/increment-hold.ts'
import { recordHoldRequest } from '../../holds/record-hold.ts'
import { decideRelease } from '../../holds/change-hold.ts'
import { requireChargeable } from '../../payments/price/chargeable.ts'
import { requireFewHolds } from '../require-few-holds.ts'

/**
 * `hold`: to place or to resume. `increment`: of the hold of the price; after its answer a new plan is made.
 */
export type ExtraPlan =
  | { kind: 'none' }
  | { kind: 'hold'; hold: HoldRow }
  | { kind: 'increment'; increment: Increment }

const tooLowForCustomer =
  'Your card can’t be charged less than $0.50 more than it holds. Choose another tip, or speak with the shop.'

type ExtraFacts = {
  appointment: AppointmentRow
  open: readonly HoldRow[]
  /** The hold with the saved card; undefined where nothing is charged to one. */
  saved: HoldRow | undefined
  due: PriceDue
}

/** `actorId`: the person of the shop on whose device it was signed; null with the customer present. */
type Agreed = { actorId: string | null; wording: string }

/**
 * Plans to hold the extra amount of an agreed total, under the appointment's lock: by an increment of the
 * hold of the price to all that is due where the card allows that, else by a second hold, with the customer
 * present by the link, off session at the shop. A second hold that is too large stays (`releaseUnneededExtra`
 * says why), a smaller one is replaced once the larger is live. A card that was declined too often or for
 * good is not tried at the shop. Refuses as `extra_too_low` an amount that no card is charged, and as
 * `requireFewHolds` does.
 */
export async function planExtra(
  tx: Queryable,
  context: Context,
  { appointment, open, saved, due }: ExtraFacts,
  { actorId, wording }: Agreed,
): Promise<ExtraPlan> {
  const underWay = await findIncrementUnderWay(tx, appointment.id)
  if (underWay) return { kind: 'increment', increment: underWay }
  const extraCents = extraCentsOf(due, coveredCents(appointment, open))
  const { asked, inForce } = openExtrasOf(open)
  const at = new Date(context.clock.now())
  if (extraCents > 0 && asked?.amount_cents === extraCents) return { kind: 'hold', hold: asked }
  if (asked) await decideRelease(tx, asked, at, actorId)
  if (extraCents === 0 && inForce?.status === 'live') await decideRelease(tx, inForce, at, actorId)
  const isCovered = inForce !== undefined && inForce.amount_cents >= extraCents
  if (extraCents === 0 || isCovered || !saved) return { kind: 'none' }
  const held = openHoldsOf(open).inForce
  if (held && !inForce && (await canIncrementHold(tx, held, at.getTime()))) {
    // All that is due: a card that allows more to be captured than is held may not allow it any more then.
    const increment = await decideIncrement(tx, held, { toCents: due.dueCents, at, actorId })
    return { kind: 'increment', increment }
  }
  await requireFewHolds(tx, appointment.id, at.getTime())
  requireChargeable(extraCents, actorId === null ? tooLowForCustomer : undefined)
  const purpose = actorId === null ? 'extra' : 'extra_off_session'
  const tried = { appointmentId: appointment.id, now: at.getTime() }
  // The agreement stays. Networks fine further tries of a card that was declined.
  if (purpose === 'extra_off_session' && !(await hasTriesLeft(tx, { ...tried, purpose })))
    return { kind: 'none' }
  const hold = await recordHoldRequest(tx, {
    appointment,
    purpose,
    amountCents: extraCents,
    paymentMethodId: saved.payment_method_id,
    consent: { button: actorId === null ? 'Agree' : 'Signature at the shop', text: wording },
    actorId,
    at,
  })
  return { kind: 'hold', hold }
}
