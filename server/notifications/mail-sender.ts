import parseAddresses from 'nodemailer/lib/addressparser'
import { brandName } from '../../contract/brand.ts'

/** The sender of mail: a name and one address. */
export type MailSender = { name: string; address: string }

/** Parses a sender in header format, 'Dashfit <hello@dashfit.example>'. Throws on one without an address. */
export function readSender(from: string): MailSender {
  const [sender] = parseAddresses(from, { flatten: true })
  if (!sender?.address) throw new Error('The sender of mail has no address.')
  return { name: sender.name || brandName, address: sender.address }
}
