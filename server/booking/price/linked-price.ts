import {
  priceDueOf,
  toAgreeOf,
  type PriceDue,
  type PriceFacts,
  type ToAgree,
} from '../../../contract/payments/day-price.ts'
import type { LinkedAgreement, LinkedPrice } from '../../../contract/payments/price-endpoints.ts'
import type { CardConfirmationReply } from '../../../contract/payments/card-confirmation.ts'
import { declineOfSavedCard } from '../../../contract/payments/decline-words.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import {
  coveredCents,
  findSavedCard,
  listOpenHolds,
  onHoldCents,
  uncoveredCents,
} from '../../holds/hold-queries.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { findTaxOfTotal } from '../../payments/price/find-tax.ts'
import { listPriceLines } from '../../payments/price/list-price-lines.ts'
import { shownCardOf } from '../../payments/shown-card.ts'
import { replyToCard } from '../hold-on-card.ts'
import { getLinkedJob, withPhoneOfJob, type LinkedJob } from '../linked-job.ts'
import { holdExtra } from './hold-extra.ts'
import { recordAgreement } from './record-agreement.ts'

/** The price behind the link. Refuses as `getLinkedJob` does. */
export async function findLinkedPrice(context: Context, token: string): Promise<LinkedPrice> {
  const { db } = context.database
  const linked = await getLinkedJob(db, context, token, { page: 'price', lock: false })
  const facts = await readPriceFacts(db, linked)
  const due = priceDueOf(facts)
  const saved = linked.pays_by === 'card' ? await findSavedCard(db, linked.id) : undefined
  const open = await listOpenHolds(db, linked.id)
  const toAgree = toAgreeOf(due, {
    hasCard: saved !== undefined,
    uncoveredCents: uncoveredCents(linked, due, open),
  })
  return {
    firstName: linked.customer_name.trim().split(/\s+/)[0] ?? '',
    vehicleInfo: vehicleOf(linked),
    packageName: linked.package_name,
    priceCents: linked.price_cents,
    lines: await listPriceLines(db, linked.id),
    totalCents: due.totalCents,
    agreedCents: due.agreedCents,
    dueCents: due.dueCents,
    coveredCents: coveredCents(linked, open),
    onHoldCents: onHoldCents(open),
    taxCents: await findTaxOfTotal(db, linked, facts),
    card: saved ? shownCardOf(saved) : null,
    takesTips: linked.takes_tips,
    state: linkedStateOf(linked, facts, { due, toAgree }),
    shopName: linked.business_name,
    shopPhone: linked.phone,
    timeZone: linked.time_zone,
  }
}

/** A shop that takes tips leaves a total open to one until it is agreed to. */
function linkedStateOf(
  { state, work_state: workState, takes_tips: takesTips }: LinkedJob,
  { agreement, priceCents }: PriceFacts,
  { due, toAgree }: { due: PriceDue; toAgree: ToAgree },
): LinkedPrice['state'] {
  if (state === 'completed') return due.dueCents === 0 ? 'paid' : 'agreed'
  if (workState === 'no_show') return 'agreed'
  const isAgreed = agreement?.priceCents === priceCents && agreement.totalCents === due.totalCents
  return toAgree !== 'nothing' || (takesTips && !isAgreed) ? 'agree' : 'agreed'
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
    declined: declineOfSavedCard,
  })
}
