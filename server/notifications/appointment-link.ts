import type { Context } from '../context.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { isSigned, signatureBytes, signatureOf } from '../identity/link-signature.ts'

const idBytes = 16

type Linked = Pick<AppointmentRow, 'id' | 'customer_email'>

/** A corrected address ends the links that were mailed to the one before it. */
function contentOf({ id, customer_email: email }: Linked): Buffer {
  return Buffer.from(JSON.stringify([id, email.toLowerCase()]))
}

/**
 * The link of a reminder, which answers without a session: confirm, move or cancel. The token is in the
 * fragment (after the #), so that server logs and referrers do not contain it.
 */
export function appointmentLinkOf(context: Context, appointment: Linked): string {
  const id = Buffer.from(appointment.id.replaceAll('-', ''), 'hex')
  const signature = signatureOf(context, 'appointment-link', contentOf(appointment))
  return `${context.config.publicUrl}/appointment-link#${Buffer.concat([id, signature]).toString('base64url')}`
}

/** The appointment that a token names, whose signature is still to be checked; null for no token at all. */
export function appointmentNamedBy(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return null
  const hex = bytes.subarray(0, idBytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether the token is one of this appointment, as it is now. */
export function isLinkOf(context: Context, appointment: Linked, token: string): boolean {
  const signature = Buffer.from(token, 'base64url').subarray(idBytes)
  return isSigned(context, 'appointment-link', contentOf(appointment), signature)
}
