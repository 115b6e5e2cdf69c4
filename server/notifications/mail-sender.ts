import parseAddresses from 'nodemailer/lib/addressparser'
import { brandName } from '../../contract/brand.ts'

/** Whom mail comes from: a name and one address. */
export type MailSender = { name: string; address: string }

/** Reads a sender as it stands in a mail's header, 'Dashfit <hello@dashfit.example>'. Throws on one without an address. */
export function readSender(from: string): MailSender {
  const [sender] = parseAddresses(from, { flatten: true })
  if (!sender?.address) throw new Error('The sender of mail has no address.')
  return { name: sender.name || brandName, address: sender.address }
}
