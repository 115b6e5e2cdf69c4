import { priceDueOf, type PriceDue, type PriceFacts } from '../../../contract/payments/day-price.ts'
import type { LinkedAgreement, LinkedPrice } from '../../../contract/payments/price-endpoints.ts'
import type { CardConfirmationReply } from '../../../contract/payments/card-confirmation.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import { coveredCents, findSavedCard, listOpenHolds, uncoveredCents } from '../../holds/hold-queries.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { findTax } from '../../payments/price/find-tax.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { replyToCard } from '../hold-on-card.ts'
import { getLinkedJob, withPhoneOfJob } from '../linked-job.ts'
import { holdExtra } from './hold-extra.ts'
import { recordAgreement } from './record-agreement.ts'

/** The price behind the link. Refuses as `getLinkedJob` does. */
export async function findLinkedPrice(context: Context, token: string): Promise<LinkedPrice> {
  const { db } = context.database
  const linked = await getLinkedJob(db, context, token, { page: 'price', lock: false })
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
 * them present. Refuses as `withPhoneOfJob`, `recordAgreement` and `replyToCard` do.
 */
export async function agreeByLink(
  context: Context,
  { token, phoneEnd, ...agreed }: LinkedAgreement,
  network: string,
): Promise<CardConfirmationReply> {
  const guess = { token, page: 'price', phoneEnd, network } as const
  const result = await withPhoneOfJob(context, guess, (lockJob, id) =>
    holdExtra(context, id, () =>
      context.database.transaction(async (tx) =>
        recordAgreement(tx, context, await lockJob(tx), { ...agreed, actorId: null }),
      ),
    ),
  )
  if (!result) return { held: true, requiresAction: false, holdId: null }
  return replyToCard(result, {
    notPlaced: 'The price has changed in the meantime. Look at it again.',
    unchanged: ' Nothing was charged. Speak with the shop about another way to pay.',
  })
}
