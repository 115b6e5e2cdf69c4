import * as z from 'zod/mini'
import { instant, line, webAddress } from './appointment-mail.ts'
import { mailSubject } from './mail-subject.ts'
import { replyHint } from './reply-hint.ts'
import type { DetailRow, MailBlock } from './mail-content.ts'

/** Common payload of every shop mail: a snapshot at the time of the event. */
export const shopMail = z.object({
  shopId: z.int().check(z.positive()),
  shopName: line,
  shopAddress: line,
  /** The time of the event. */
  createdAt: instant,
})

/** Payload of a mail to the shop itself. */
export const ownShopMail = z.extend(shopMail, {
  /** The shop's settings page. */
  shopUrl: webAddress,
})

type ShopMail = z.infer<typeof shopMail>

/** The reason of a decision, as an administrator typed it; missing in mails of earlier versions. */
export const givenReason = z.optional(line)

/** The reason of a mail to a customer; in a mail without typed text, where to read it. */
export function shownReason({
  reasonGiven,
  hasReason,
}: {
  reasonGiven?: string | undefined
  hasReason?: boolean | undefined
}): string | undefined {
  return !reasonGiven && hasReason === true ? 'Read the reason under My Appointments.' : reasonGiven
}

/** The reason on a panel of its own; nothing without one. */
export function reasonPanel(reason = ''): MailBlock[] {
  return reason === '' ? [] : [{ kind: 'panel', heading: 'The reason', lines: [reason] }]
}

/** Name and address of a shop, each with the new one below it; nothing in a mail without typed text. */
export function changedShopDetails(
  mail: ShopMail & { newName: string | null; newAddress: string | null },
): MailBlock[] {
  if (mail.shopName === '') return []
  const rowsOf = (name: string, present: string, next: string | null): DetailRow[] =>
    next === null
      ? [{ label: name, lines: [present] }]
      : [
          { label: `Current ${name.toLowerCase()}`, lines: [present] },
          { label: `New ${name.toLowerCase()}`, lines: [next] },
        ]
  const rows = [
    ...rowsOf('Name', mail.shopName, mail.newName),
    ...rowsOf('Address', mail.shopAddress, mail.newAddress),
  ]
  return [{ kind: 'details', rows }]
}

/** The shop's name, or these words in a mail without typed text. */
export function shopNameOf({ shopName }: Pick<ShopMail, 'shopName'>, otherwise = 'your shop'): string {
  return shopName === '' ? otherwise : shopName
}

/** The subject about a shop: with its name, or `whole` in a mail without typed text. */
export function shopSubject({ shopName }: Pick<ShopMail, 'shopName'>, before: string, whole: string): string {
  return shopName === '' ? whole : mailSubject(before, shopName)
}

export function shopNameRow({ shopName }: Pick<ShopMail, 'shopName'>): DetailRow[] {
  return shopName === '' ? [] : [{ label: 'Shop', lines: [shopName] }]
}

/** Name and address of the shop; nothing in a mail without typed text. */
export function shopDetails(mail: ShopMail, ...more: DetailRow[]): MailBlock[] {
  if (mail.shopName === '') return []
  const address = { label: 'Address', lines: [mail.shopAddress] }
  return [{ kind: 'details', rows: [...shopNameRow(mail), address, ...more] }]
}

export function shopFooter(mail: Pick<ShopMail, 'shopName'>, brandName: string): string[] {
  return [`You're getting this because this email belongs to ${shopNameOf(mail)} at ${brandName}.`, replyHint]
}
