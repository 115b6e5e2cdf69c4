import { formatCents } from '../../../contract/money.ts'
import { priceDueOf, tipOf } from '../../../contract/payments/day-price.ts'
import { agreementWording } from '../../../contract/payments/price-words.ts'
import type { NewAgreement } from '../../../contract/payments/price-endpoints.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { AppointmentRow } from '../../database/rows.ts'
import type { Queryable } from '../../database/open-database.ts'
import { coveredCents, findSavedCard, listOpenHolds, onHoldCents } from '../../holds/hold-queries.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { findLatestAgreement } from '../../payments/price/find-latest-agreement.ts'
import { requireEnoughLeft } from '../../payments/price/chargeable.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { areSameLines, listPriceLines } from '../../payments/price/list-price-lines.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { isBeingCharged, requirePriceOpen } from './open-price.ts'
import { planExtra, type ExtraPlan } from './plan-extra.ts'
import { replaceTip } from './replace-tip.ts'

type Agreed = NewAgreement & {
  /** The person of the shop on whose device it was signed; null by the link. */
  actorId: string | null
}

/**
 * Records the customer's agreement to the total of a locked appointment, with a tip where one is given, mails
 * them a copy, and plans to hold the extra amount (`planExtra`). The same agreement again changes nothing.
 * Refuses as `price_changed` another total or other lines than the customer saw, as `wording_changed` another
 * sentence, as `tips_off` a tip that the shop does not take, as `signature_missing` a new tip that the
 * customer did not sign on the shop's device, as `total_too_low` a tip that leaves less than was paid, as
 * `extra_too_low` an extra amount that no card is charged, and as `card_check_under_way` while the price is
 * charged.
 */
export async function recordAgreement(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  agreed: Agreed,
): Promise<ExtraPlan> {
  requirePriceOpen(appointment, agreed.actorId === null ? 'customer' : 'shop')
  const open = await listOpenHolds(tx, appointment.id)
  if (isBeingCharged(open)) refuse('card_check_under_way', { retryAfterSeconds: 3 })
  await takeTip(tx, context, appointment, agreed)
  const facts = await readPriceFacts(tx, appointment)
  const due = priceDueOf(facts)
  const saved = appointment.pays_by === 'card' ? await findSavedCard(tx, appointment.id) : undefined
  const wording = agreementWording({
    totalCents: due.totalCents,
    dueCents: due.dueCents,
    coveredCents: coveredCents(appointment, open),
    onHoldCents: onHoldCents(open),
    card: saved ? shownCardOf(saved) : null,
  })
  const cardCents = saved ? due.dueCents : null
  const latest = await findLatestAgreement(tx, appointment.id)
  const isRecorded =
    latest?.total_cents === due.totalCents &&
    latest.price_cents === facts.priceCents &&
    latest.card_cents === cardCents &&
    areSameLines(latest.lines, agreed.seenLines)
  // Once the amount is held, the sentence of a repeated request is that of before.
  const isKnown = agreed.wording === wording || (isRecorded && agreed.wording === latest.wording)
  if (!isKnown) refuse('wording_changed', { field: 'wording' })
  if (!isRecorded) {
    await insertAgreement(tx, context, appointment, { ...agreed, totalCents: due.totalCents, cardCents })
    await mailCopy(tx, context, appointment, agreed, {
      totalCents: due.totalCents,
      dueCents: due.dueCents,
      onHoldCents: onHoldCents(open),
    })
  }
  return planExtra(tx, context, { appointment, open, saved, due }, agreed)
}

/** Compares the seen price with the present one and the wished tip, and takes the tip over. */
async function takeTip(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { tipCents, seenTotalCents, seenLines, strokes, actorId }: Agreed,
): Promise<void> {
  const facts = await readPriceFacts(tx, appointment)
  const presentCents = tipOf(facts.lines)
  const wishedCents = tipCents ?? presentCents
  if (priceDueOf(facts).totalCents - presentCents + wishedCents !== seenTotalCents) refuse('price_changed')
  if (!areSameLines(await listPriceLines(tx, appointment.id), seenLines)) refuse('price_changed')
  if (wishedCents === presentCents) return
  const { paidOtherwiseCents: paidCents } = facts
  const paid = actorId === null ? sentenceToPayer(paidCents) : undefined
  requireEnoughLeft({ appointment, paidCents, restCents: seenTotalCents - paidCents }, 'tipCents', paid)
  // The phone of the customer stands for them by the link, and their hand at the shop.
  if (wishedCents > 0 && actorId !== null && strokes.length === 0)
    refuse('signature_missing', { field: 'strokes' })
  await replaceTip(tx, context, appointment, { tipCents: wishedCents, actorId })
}

function sentenceToPayer(paidCents: number): string {
  return `You have paid ${formatCents(paidCents)} at the shop. With this tip too little would be left to pay.`
}

async function insertAgreement(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  {
    totalCents,
    cardCents,
    name,
    wording,
    strokes,
    actorId,
  }: Agreed & { totalCents: number; cardCents: number | null },
): Promise<void> {
  await tx
    .insertInto('price_agreements')
    .values({
      shop_id: appointment.shop_id,
      appointment_id: appointment.id,
      total_cents: totalCents,
      card_cents: cardCents,
      price_cents: appointment.price_cents,
      lines: JSON.stringify(await listPriceLines(tx, appointment.id)),
      signer_name: name,
      wording,
      strokes: JSON.stringify(strokes),
      agreed_at: new Date(context.clock.now()),
      agreed_via: actorId === null ? 'link' : 'shop',
      actor_id: actorId,
    })
    .execute()
}

/** Mails the customer a copy, so that they learn of an agreement that somebody else made in their name. */
async function mailCopy(
  tx: Queryable,
  context: Context,
  appointment: AppointmentRow,
  { name, actorId }: Agreed,
  amounts: { totalCents: number; dueCents: number; onHoldCents: number },
): Promise<void> {
  const via = actorId === null ? 'link' : 'shop'
  const lines = await listPriceLines(tx, appointment.id)
  await queueCustomerMail(
    tx,
    context,
    appointment,
    { kind: 'price_agreed', via, signerName: name, lines, ...amounts },
    { actorId },
  )
}
