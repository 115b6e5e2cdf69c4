import type { SheetKind } from '../../../contract/workshop/sheets.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { findMailAddress, isProvenAddress } from '../../notifications/customer-address.ts'
import { queueCustomerMail } from '../../notifications/queue-customer-mail.ts'
import { findWork } from '../list-work.ts'
import { lockWork } from '../lock-work.ts'
import { getReceiptSheet } from './receipt-sheet.ts'

/** Mails of sheets by one person, and about one appointment. */
const limitOfPerson = { windowSeconds: 3600, max: 60 }
const limitOfAppointment = { windowSeconds: 3600, max: 6 }

/**
 * Mails a sheet to the customer, as a PDF made when the mail is sent. Refuses as `lockWork` does, as
 * `not_paid` a receipt without a payment, as `email_missing` a customer without an email, and as
 * `address_not_confirmed` an address that may be a stranger's: a sheet has text that people typed.
 */
export async function mailSheet(context: Context, actor: Actor, id: string, kind: SheetKind): Promise<void> {
  await findWork(context, actor, id)
  // Before the transaction: under the row's lock each request would wait for a second connection.
  await consumeRateLimit(context, `mail-sheet:${actor.id}`, limitOfPerson)
  await consumeRateLimit(context, `mail-sheet-of:${id}`, limitOfAppointment)
  await context.database.transaction(async (tx) => {
    const work = await lockWork(tx, context, actor, id)
    if (work.customer_email === '')
      refuse('email_missing', {
        sentence: 'This customer gave no email. Print the document, or save it as PDF.',
      })
    const { recipient } = await findMailAddress(tx, id)
    if (!(await isProvenAddress(tx, recipient, work.customer_id))) refuse('address_not_confirmed')
    if (kind === 'receipt') await getReceiptSheet(tx, id)
    await queueCustomerMail(tx, context, work, { kind: 'sheet_mailed', sheet: kind }, { actorId: actor.id })
  })
  context.triggerJob('notifications.send-outbox')
}
