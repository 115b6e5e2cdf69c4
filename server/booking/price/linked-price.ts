import { priceDueOf, type PriceDue, type PriceFacts } from '../../../contract/payments/day-price.ts'
import type { LinkedAgreement, LinkedPrice } from '../../../contract/payments/price-endpoints.ts'
import type { CardConfirmationReply } from '../../../contract/payments/card-confirmation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { coveredCents, findSavedCard, listOpenHolds, uncoveredCents } from '../../holds/hold-queries.ts'
import type { HoldResult } from '../../holds/record-outcome.ts'
import { consumeRateLimit, giveBackUse } from '../../identity/limits/rate-limit.ts'
import { appointmentNamedBy, isLinkOf } from '../../notifications/appointment-link.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { findTax } from '../../payments/price/find-tax.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { replyToCard } from '../hold-on-card.ts'
import { holdExtra } from './hold-extra.ts'
import { recordAgreement } from './record-agreement.ts'

const linkDays = 30
const dayMs = 86_400_000
/** Guesses of the last four digits of a phone, as for the signature of a work order. */
const networkGuesses = { windowSeconds: 3600, max: 5 }
const allGuesses = { windowSeconds: 86_400, max: 20 }

/**
 * The appointment behind the link to agree to its price, until 30 days after its end. Refuses a forged link,
 * one to an email or phone that was corrected since, and one of an appointment that was cancelled, alike as
 * `link_not_valid`.
 */
async function getLinked(db: Queryable, context: Context, token: string, { lock }: { lock: boolean }) {
  const id = appointmentNamedBy(token)
  if (id === null) return refuse('link_not_valid')
  const query = db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .selectAll('a')
    .select(['s.business_name', 's.phone', 's.time_zone', 's.takes_tips', 'p.name as package_name'])
    .where('a.id', '=', id)
    .where('a.state', 'in', ['booked', 'completed'])
    .where('a.ends_at', '>', new Date(context.clock.now() - linkDays * dayMs))
  const linked = await (lock ? query.forUpdate('a') : query).executeTakeFirst()
  return linked && isLinkOf(context, 'price', linked, token) ? linked : refuse('link_not_valid')
}

/** The price behind the link. Refuses as `getLinked` does. */
export async function findLinkedPrice(context: Context, token: string): Promise<LinkedPrice> {
  const { db } = context.database
  const linked = await getLinked(db, context, token, { lock: false })
  const facts = await readPriceFacts(db, linked)
  const due = priceDueOf(facts)
  const saved = linked.pays_by === 'card' ? await findSavedCard(db, linked.id) : undefined
  const lines = await db
    .selectFrom('price_lines')
    .select(['kind', 'description', 'amount_cents as amountCents'])
    .where('appointment_id', '=', linked.id)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  const open = await listOpenHolds(db, linked.id)
  return {
    firstName: linked.customer_name.trim().split(/\s+/)[0] ?? '',
    vehicleInfo: vehicleOf(linked),
    packageName: linked.package_name,
    priceCents: linked.price_cents,
    lines,
    totalCents: due.totalCents,
    agreedCents: due.agreedCents,
    heldCents: coveredCents(linked, open),
    dueCents: due.dueCents,
    taxCents: await findTax(db, linked, facts),
    card: saved ? shownCardOf(saved) : null,
    takesTips: linked.takes_tips,
    state:
      linked.state === 'completed'
        ? due.dueCents === 0
          ? 'paid'
          : 'agreed'
        : isToAgree(linked, {
              facts,
              due,
              lacksHold: saved !== undefined && uncoveredCents(linked, due, open) > 0,
            })
          ? 'agree'
          : 'agreed',
    shopName: linked.business_name,
    shopPhone: linked.phone,
    timeZone: linked.time_zone,
  }
}

/**
 * Whether the customer has something to agree to: a total above the agreed one, an extra amount that is not
 * held yet, or, before their first agreement to this total, a tip.
 */
function isToAgree(
  { takes_tips: takesTips }: { takes_tips: boolean },
  { facts, due, lacksHold }: { facts: PriceFacts; due: PriceDue; lacksHold: boolean },
): boolean {
  const isSigned =
    facts.agreement?.priceCents === facts.priceCents && facts.agreement.totalCents === due.totalCents
  return due.needsAgreement || lacksHold || (takesTips && !isSigned)
}

/**
 * Records the agreement of the person who has the link and knows the phone, and holds the extra amount with
 * them present. Refuses as `getLinked`, `recordAgreement` and `replyToCard` do, as `phone_not_matching` other
 * digits, and as `too_many_requests` after 5 guesses of a network in an hour or 20 of all in a day.
 */
export async function agreeByLink(
  context: Context,
  { token, phoneEnd, ...agreed }: LinkedAgreement,
  network: string,
): Promise<CardConfirmationReply> {
  const { id } = await getLinked(context.database.db, context, token, { lock: false })
  const counters = [`price:${id}:${network}`, `price:${id}`] as const
  await consumeRateLimit(context, counters[0], networkGuesses)
  await consumeRateLimit(context, counters[1], allGuesses)
  let isRight = false
  const decide = () =>
    context.database.transaction(async (tx) => {
      const linked = await getLinked(tx, context, token, { lock: true })
      if (!linked.customer_phone.endsWith(phoneEnd)) refuse('phone_not_matching', { field: 'phoneEnd' })
      isRight = true
      return recordAgreement(tx, context, linked, { ...agreed, actorId: null })
    })
  let result: HoldResult | null
  try {
    result = await holdExtra(context, id, decide)
  } finally {
    // Under the row's lock each request would wait for a second connection.
    if (isRight) for (const counter of counters) await giveBackUse(context, counter)
  }
  if (!result) return { held: true, requiresAction: false, holdId: null }
  return replyToCard(result, {
    notPlaced: 'The price has changed in the meantime. Look at it again.',
    unchanged: ' Nothing was charged. Speak with the shop about another way to pay.',
  })
}
