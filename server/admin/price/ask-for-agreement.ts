import { formatCents } from '../../../contract/money.ts'
import { extraCentsOf, priceDueOf, toAgreeOf } from '../../../contract/payments/day-price.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { coveredCents, listOpenHolds, uncoveredCents } from '../../holds/hold-queries.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { requireChargeable } from '../../payments/price/chargeable.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import { findTextBarrier } from '../../texts/barrier.ts'
import { sendTextsJob } from '../../texts/jobs.ts'
import { getStaffAppointment } from '../staff-appointment.ts'
import { lockOpenPrice } from './change-lines.ts'

/** Requests about one appointment. */
const limit = { windowSeconds: 3600, max: 6 }

/**
 * Sends the customer a link to agree to the total, by mail and where they agreed to texts by text. Refuses as
 * `lockOpenPrice` does, as `agreement_not_needed` a total that is agreed to and held (a tip needs no link),
 * as `extra_too_low` an extra amount that no card is charged, as `email_missing` a customer who gets neither
 * mail nor texts, and as `too_many_requests` after 6 links in an hour.
 */
export async function askForAgreement(context: Context, actor: Actor, id: string): Promise<void> {
  await getStaffAppointment(context.database.db, actor.scope, id)
  // Before the transaction: under the row's lock each request would wait for a second connection.
  await consumeRateLimit(context, `ask-for-agreement:${id}`, limit)
  await context.database.transaction(async (tx) => {
    const appointment = await lockOpenPrice(tx, context, actor, id)
    const due = priceDueOf(await readPriceFacts(tx, appointment))
    const open = await listOpenHolds(tx, id)
    const uncovered = uncoveredCents(appointment, due, open)
    const toAgree = toAgreeOf(due, { hasCard: appointment.pays_by === 'card', uncoveredCents: uncovered })
    if (toAgree === 'nothing')
      refuse('agreement_not_needed', {
        sentence: `There’s nothing to agree to: the total is ${formatCents(due.totalCents)}, and the customer agreed to ${formatCents(due.agreedCents)}.`,
      })
    const extraCents = appointment.pays_by === 'card' ? extraCentsOf(due, coveredCents(appointment, open)) : 0
    if (extraCents > 0) requireChargeable(extraCents)
    const { shop_id: shopId, customer_phone: phone, contact_id: contactId } = appointment
    if (
      appointment.customer_email === '' &&
      (await findTextBarrier(tx, context, { shopId, phone, contactId })) !== null
    )
      refuse('email_missing', { field: 'customerEmail' })
    await queueCustomerMail(
      tx,
      context,
      appointment,
      {
        kind: 'price_to_agree',
        totalCents: due.totalCents,
        agreedCents: due.agreedCents,
        // The bank may ask the customer about this amount, which is agreed to.
        ...(toAgree === 'extra_hold' && { toConfirmCents: uncovered }),
      },
      { actorId: actor.id },
    )
  })
  context.triggerJob('notifications.send-outbox')
  context.triggerJob(sendTextsJob)
}
