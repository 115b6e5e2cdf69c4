import { formatPhone } from '../../contract/booking/us-phone.ts'
import type { AppointmentMail } from './appointment-mail.ts'

/** MAIL_FROM must be an address whose mailbox people read. */
export const replyHint = 'Questions? Just reply.'

/** For a mail to a customer, which promises an answer only where a reply reaches the shop. */
export function shopReplyHint({
  shopEmail,
  shopPhone,
}: Pick<AppointmentMail, 'shopEmail' | 'shopPhone'>): string {
  const phone = shopPhone === undefined ? null : formatPhone(shopPhone)
  if (shopEmail !== undefined)
    return `Questions? Reply to reach the shop${phone === null ? '.' : `, or call ${phone}.`}`
  return phone === null
    ? 'Questions? Ask the shop at the address above.'
    : `Questions? Call the shop at ${phone}.`
}
