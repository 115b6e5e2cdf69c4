import { v7 as uuid } from 'uuid'
import { extraCentsOf, leastTotalCents, priceDueOf } from '../../../contract/payments/day-price.ts'
import { agreementWording } from '../../../contract/payments/price-words.ts'
import type { NewAgreement } from '../../../contract/payments/price-endpoints.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow, HoldRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import {
  coveredCents,
  findAnyCharging,
  findSavedCard,
  listOpenHolds,
  openExtrasOf,
  openHoldsOf,
} from '../../holds/hold-queries.ts'
import {
  canIncrementHold,
  decideIncrement,
  findIncrementUnderWay,
  type Increment,
} from '../../holds/increment-hold.ts'
import { recordHoldRequest } from '../../holds/record-hold.ts'
import { requireFewHolds } from '../require-few-holds.ts'
import { decideRelease } from '../../holds/transitions.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { shownCardOf } from '../../payments/shown-card.ts'

/**
 * `hold`: to place or to resume. `increment`: of the hold of the price; refused, the agreement is recorded
 * again.
 */
export type ExtraPlan =
  | { kind: 'none' }
  | { kind: 'hold'; hold: HoldRow }
  | { kind: 'increment'; increment: Increment }

type Agreed = NewAgreement & {
  /** The person of the shop on whose device it was signed; null by the link. */
  actorId: string | null
}

/**
 * Records the customer's agreement to the total of a locked appointment, with a tip where one is given, and
 * plans to hold the extra amount: by raising the hold of the price where its card allows that, else by a
 * second hold, with the customer present by the link, off session at the shop. The same agreement again
 * changes nothing. Refuses as `price_changed` another total than the customer saw, as `wording_changed`
 * another sentence, as `tips_off` a tip that the shop does not take, as `extra_too_low` an extra amount that
 * no card is charged, and as `card_check_under_way` while the price is charged.
 */
export async function recordAgreement(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  agreed: Agreed,
): Promise<ExtraPlan> {
  requirePriceOpen(appointment)
  const open = await listOpenHolds(tx, appointment.id)
  if (isBeingCharged(open)) refuse('card_check_under_way', { retryAfterSeconds: 3 })
  const before = await readPriceFacts(tx, appointment)
  const presentTip = before.lines.find(({ kind }) => kind === 'tip')?.amountCents ?? 0
  const tipCents = agreed.tipCents ?? presentTip
  if (priceDueOf(before).totalCents - presentTip + tipCents !== agreed.seenTotalCents) refuse('price_changed')
  if (tipCents !== presentTip) await replaceTip(tx, context, appointment, tipCents, agreed.actorId)
  const facts = await readPriceFacts(tx, appointment)
  const due = priceDueOf(facts)
  const saved = appointment.pays_by === 'card' ? await findSavedCard(tx, appointment.id) : undefined
  const wording = agreementWording({
    totalCents: due.totalCents,
    dueCents: due.dueCents,
    heldCents: coveredCents(appointment, open),
    card: saved ? shownCardOf(saved) : null,
  })
  const isRecorded =
    facts.agreement?.totalCents === due.totalCents && facts.agreement.priceCents === facts.priceCents
  // Once the amount is held, the sentence of a repeated request is that of before.
  if (
    agreed.wording !== wording &&
    !(isRecorded && (await isLatestWording(tx, appointment.id, agreed.wording)))
  )
    refuse('wording_changed', { field: 'wording' })
  if (!isRecorded) await insertAgreement(tx, context, appointment, { ...agreed, totalCents: due.totalCents })
  const extraCents = extraCentsOf(due, coveredCents(appointment, open))
  return planExtra(tx, context, { appointment, open, saved, extraCents }, agreed)
}

/**
 * Whether the price or the extra amount is being captured: between the two the price is captured, and the
 * appointment is not complete yet.
 */
export function isBeingCharged(open: readonly HoldRow[]): boolean {
  return findAnyCharging(open) !== undefined || openHoldsOf(open).inForce?.status === 'captured'
}

/** Refuses as `extra_too_low` an extra amount that the card provider would not charge. */
export function requireChargeable(extraCents: number): void {
  if (extraCents < leastTotalCents) refuse('extra_too_low')
}

/** Refuses a price that can no longer change: only a booked appointment that is not paid has an open one. */
export function requirePriceOpen({ state }: Pick<AppointmentRow, 'state'>): void {
  if (state === 'cancelled') refuse('appointment_cancelled')
  if (state === 'completed')
    refuse('appointment_not_changeable', {
      sentence: 'This job is already paid, so its price can no longer change. You can refund a part.',
    })
  if (state !== 'booked') refuse('appointment_not_changeable')
}

async function replaceTip(
  tx: Queryable,
  context: Context,
  { id, shop_id: shopId }: AppointmentRow,
  tipCents: number,
  actorId: string | null,
): Promise<void> {
  const at = new Date(context.clock.now())
  const { takes_tips: takesTips } = await tx
    .selectFrom('shops')
    .select('takes_tips')
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow()
  if (!takesTips && tipCents > 0) refuse('tips_off', { field: 'tipCents' })
  await tx
    .updateTable('price_lines')
    .set({ removed_at: at, removed_by: actorId })
    .where('appointment_id', '=', id)
    .where('kind', '=', 'tip')
    .where('removed_at', 'is', null)
    .execute()
  if (tipCents === 0) return
  await tx
    .insertInto('price_lines')
    .values({
      shop_id: shopId,
      id: uuid(),
      appointment_id: id,
      kind: 'tip',
      description: 'Tip',
      amount_cents: tipCents,
      added_at: at,
      actor_id: actorId,
      removed_at: null,
      removed_by: null,
    })
    .execute()
}

async function insertAgreement(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { totalCents, name, wording, strokes, actorId }: Agreed & { totalCents: number },
): Promise<void> {
  const lines = await tx
    .selectFrom('price_lines')
    .select(['kind', 'description', 'amount_cents as amountCents'])
    .where('appointment_id', '=', appointment.id)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  await tx
    .insertInto('price_agreements')
    .values({
      shop_id: appointment.shop_id,
      appointment_id: appointment.id,
      total_cents: totalCents,
      price_cents: appointment.price_cents,
      lines: JSON.stringify(lines),
      signer_name: name,
      wording,
      strokes: JSON.stringify(strokes),
      agreed_at: new Date(context.clock.now()),
      agreed_via: actorId === null ? 'link' : 'shop',
      actor_id: actorId,
    })
    .execute()
}

type ExtraFacts = {
  appointment: AppointmentRow
  open: readonly HoldRow[]
  saved: HoldRow | undefined
  extraCents: number
}

async function planExtra(
  tx: Queryable,
  context: Context,
  { appointment, open, saved, extraCents }: ExtraFacts,
  { actorId, wording }: Agreed,
): Promise<ExtraPlan> {
  const increment = await findIncrementUnderWay(tx, appointment.id)
  if (increment) return { kind: 'increment', increment }
  const { asked, inForce } = openExtrasOf(open)
  const at = new Date(context.clock.now())
  if (asked?.amount_cents === extraCents) return { kind: 'hold', hold: asked }
  if (asked) await decideRelease(tx, asked, at, actorId)
  const isCovered = inForce !== undefined && inForce.amount_cents >= extraCents
  if (extraCents === 0 && inForce?.status === 'live') await decideRelease(tx, inForce, at, actorId)
  if (extraCents === 0 || isCovered || !saved) return { kind: 'none' }
  const held = openHoldsOf(open).inForce
  if (held && !inForce && (await canIncrementHold(tx, held, at.getTime()))) {
    const toCents = held.amount_cents + extraCents
    return { kind: 'increment', increment: await decideIncrement(tx, held, { toCents, at, actorId }) }
  }
  await requireFewHolds(tx, appointment.id, at.getTime())
  requireChargeable(extraCents)
  const hold = await recordHoldRequest(tx, {
    appointment,
    purpose: actorId === null ? 'extra' : 'extra_off_session',
    amountCents: extraCents,
    paymentMethodId: saved.payment_method_id,
    consent: { button: actorId === null ? 'Agree' : 'Signature at the shop', text: wording },
    actorId,
    at,
  })
  return { kind: 'hold', hold }
}

async function isLatestWording(tx: Queryable, appointmentId: string, wording: string): Promise<boolean> {
  const latest = await tx
    .selectFrom('price_agreements')
    .select('wording')
    .where('appointment_id', '=', appointmentId)
    .orderBy('agreed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest?.wording === wording
}
