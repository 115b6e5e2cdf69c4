import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import { isAmountOf } from '../../contract/money.ts'
import { getPackage } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { decideRelease } from '../holds/transitions.ts'
import { fitAtPresentStart, setPackage } from '../holds/apply-package.ts'
import { placePlannedHold, type PlannedHold } from '../holds/carry-out-plan.ts'
import { findCharging, findOpenHolds, requestOnSavedCard } from '../holds/hold-queries.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'
import type { HoldResult } from '../holds/record-outcome.ts'

/** What a change of package asks for before anything changes: this hold is to be confirmed with the bank. */
export type AskedConfirmation = { clientSecret: string; holdId: string }

export type WantedPackage = {
  packageId: number
  /** What the customer agreed to pay, in dollars; none when they were not asked. */
  amount: number | undefined
  /** The hold that the same wish led to before, whatever became of it. */
  holdId?: string | undefined
}

/**
 * Changes the package of the customer's own appointment at its present start. A cheaper one keeps the hold and captures less. One
 * that costs more than is held takes a new hold on the saved card first; only when that is live, the package changes and the old
 * hold is released. The same wish again goes on where the first got to. Refuses one whose job does not fit as
 * `package_does_not_fit`, another price than agreed to as `price_changed`, and as `card_refused` with nothing changed.
 * Null when it is changed.
 */
export async function changePackage(
  context: Context,
  actor: User,
  id: string,
  wanted: WantedPackage,
): Promise<AskedConfirmation | null> {
  const settled = await placePlannedHold(context, () => planChange(context, actor, id, wanted))
  return settled && finish(context, settled)
}

async function planChange(
  context: Context,
  actor: User,
  id: string,
  { packageId, amount, holdId }: WantedPackage,
): Promise<PlannedHold> {
  const now = context.clock.now()
  return context.database.transaction(async (tx): Promise<PlannedHold> => {
    const appointment = await lockOwnAppointment(tx, id, actor.id, now)
    const chosen = await getPackage(tx, packageId)
    if (appointment.package_id === packageId) return { kind: 'done' }
    if (holdId !== undefined) return findAsked(tx, id, packageId, holdId)
    if (amount !== undefined && !isAmountOf(amount, chosen.priceCents))
      refuse('price_changed', { field: 'amount' })
    const open = await findOpenHolds(tx, id)
    // The price that is being charged is the one that was asked for.
    const charging = findCharging(open)
    if (charging) return { kind: 'busy', hold: charging }
    const { asked, inForce } = open
    const isSame = asked?.package_id === packageId && asked.amount_cents === chosen.priceCents
    if (asked && isSame) return { kind: 'resume', hold: asked }
    if (asked?.status === 'requested') return { kind: 'busy', hold: asked }
    const job = await fitAtPresentStart(tx, appointment, chosen.durationMinutes, now)
    const at = new Date(now)
    // What waits for the person's bank was for another wish.
    if (asked) await decideRelease(tx, asked, at, actor.id)
    if (chosen.priceCents <= (inForce?.amount_cents ?? appointment.price_cents)) {
      await setPackage(tx, context, appointment, chosen, job)
      return { kind: 'done' }
    }
    const hold = await requestOnSavedCard(tx, {
      appointment,
      purpose: 'package',
      packageId: chosen.id,
      amountCents: chosen.priceCents,
      actorId: actor.id,
      at,
    })
    return hold ? { kind: 'ask', hold } : refuse('appointment_not_changeable')
  })
}

/** The hold that the same wish led to before: one that was refused meanwhile is not asked for a second time. */
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
        sentence: `${hold.refusal_sentence ?? 'Your card was declined.'} Your package was not changed.`,
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
      const { state } = await context.database.db
        .selectFrom('appointments')
        .select('state')
        .where('id', '=', hold.appointment_id)
        .executeTakeFirstOrThrow()
      return refuse(state === 'booked' ? 'package_does_not_fit' : 'appointment_not_changeable')
    }
  }
}

const notConfirmed = 'The card was not confirmed in time. Your package was not changed. Please try again.'
const outcomeUnknown =
  'We could not reach the card provider, so we do not know yet whether the new amount is held. Please try again: nothing is held twice.'
