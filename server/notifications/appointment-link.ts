import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { isSigned, signatureBytes, signatureOf } from '../identity/link-signature.ts'

const idBytes = 16

type Linked = Pick<AppointmentRow, 'id' | 'customer_email' | 'customer_phone'>

/** A corrected email or phone ends the links that went to the one before it. */
function contentOf(id: string, address: string): Buffer {
  return Buffer.from(JSON.stringify([id, address.toLowerCase()]))
}

/** The page that a link opens is the purpose of its signature: a token opens no other page. */
type LinkedPage = 'appointment-link' | 'sign-off' | 'price'

/**
 * A link to one appointment, without a session. The token is in the fragment (after the #), so that server
 * logs and referrers do not contain it.
 */
function linkTo(context: Context, page: LinkedPage, id: string, address: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const signature = signatureOf(context, page, contentOf(id, address))
  return `${context.config.publicUrl}/${page}#${Buffer.concat([bytes, signature]).toString('base64url')}`
}

type Mailed = Pick<AppointmentRow, 'id' | 'customer_email'>
type Texted = Pick<AppointmentRow, 'id' | 'customer_phone'>

/** The link of a reminder, which confirms, moves or cancels, in a mail to the customer. */
export function mailedLinkOf(context: Context, { id, customer_email: email }: Mailed): string {
  return linkTo(context, 'appointment-link', id, email)
}

/** The link of a reminder in a text message (SMS) to the customer. */
export function textedLinkOf(context: Context, { id, customer_phone: phone }: Texted): string {
  return linkTo(context, 'appointment-link', id, phone)
}

/** The link to sign that the work is done, in a mail to the customer. */
export function mailedSignOffLinkOf(context: Context, { id, customer_email: email }: Mailed): string {
  return linkTo(context, 'sign-off', id, email)
}

/** The link to sign that the work is done, in a text message (SMS) to the customer. */
export function textedSignOffLinkOf(context: Context, { id, customer_phone: phone }: Texted): string {
  return linkTo(context, 'sign-off', id, phone)
}

/** The link to agree to a price, in a mail to the customer. */
export function mailedPriceLinkOf(context: Context, { id, customer_email: email }: Mailed): string {
  return linkTo(context, 'price', id, email)
}

/** The link to agree to a price, in a text message (SMS) to the customer. */
export function textedPriceLinkOf(context: Context, { id, customer_phone: phone }: Texted): string {
  return linkTo(context, 'price', id, phone)
}

/** The appointment that a token names, whose signature is still to be checked; null for no token at all. */
export function appointmentNamedBy(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return null
  const hex = bytes.subarray(0, idBytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether the token of a page went to the present email or phone of this appointment. */
export function isLinkOf(context: Context, page: LinkedPage, appointment: Linked, token: string): boolean {
  const signature = Buffer.from(token, 'base64url').subarray(idBytes)
  return [appointment.customer_email, appointment.customer_phone].some((address) =>
    isSigned(context, page, contentOf(appointment.id, address), signature),
  )
}
