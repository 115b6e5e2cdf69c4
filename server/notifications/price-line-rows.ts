import * as z from 'zod/mini'
import { formatCents } from '../../contract/money.ts'
import { priceLineKinds, priceLineWords } from '../../contract/payments/day-price.ts'
import { cents, line } from './appointment-mail.ts'
import type { DetailRow } from './mail-content.ts'

/** A line of a price in a mail. `description`: typed by staff; missing in older mails. */
export const mailedPriceLine = z.object({
  kind: z.enum(priceLineKinds),
  amountCents: cents,
  description: z.optional(line),
})
type MailedLine = z.infer<typeof mailedPriceLine>

/** 'Mounting bracket: $120', or 'Part: $120' where the words of the shop are left out. */
export function priceLineRows(lines: readonly MailedLine[]): DetailRow[] {
  if (lines.length === 0) return []
  const words = lines.map(({ kind, description = '', amountCents }) => {
    const name = kind === 'tip' || description === '' ? priceLineWords[kind] : description
    // Mails are ASCII, so no minus sign.
    return `${name}: ${formatCents(amountCents)}${kind === 'discount' ? ' off' : ''}`
  })
  return [{ label: 'Added on the day', lines: words }]
}
