import * as z from 'zod/mini'
import { roleWords } from '../../../contract/identity/role-words.ts'
import { shopRoles } from '../../../contract/identity/roles.ts'
import { accountMail, mailedLink } from '../account-mail.ts'
import type { MailContent } from '../mail-content.ts'
import { replyHint } from '../reply-hint.ts'
import { singleLine } from '../single-line.ts'
import { typedLine } from '../typed-text.ts'

/**
 * The name of the shop is not typed text here: an administrator has approved it, and without it the reader
 * would not know the sender.
 */
export const shopInvitation = z.extend(accountMail, {
  shopName: z.string().check(z.overwrite(singleLine)),
  shopId: z.int().check(z.positive()),
  email: z.string(),
  invitedBy: typedLine(),
  role: z.enum(shopRoles),
  /** The page to accept it. */
  link: mailedLink,
})

/** To an address whose owner may work at a shop. */
export function describeShopInvitation(
  { shopName, invitedBy, role, link }: z.infer<typeof shopInvitation>,
  brandName: string,
): MailContent {
  const inviter = invitedBy === '' ? shopName : `${invitedBy} of ${shopName}`
  return {
    subject: `Work with ${shopName} at ${brandName}`,
    preview: `You were invited as ${roleWords[role].label.toLowerCase()}. The link works for 7 days.`,
    badge: { text: 'Invitation', tone: 'neutral' },
    title: `${shopName} invited you`,
    opening: `${inviter} invited you to ${brandName} as ${roleWords[role].label.toLowerCase()}.`,
    blocks: [
      { kind: 'panel', heading: roleWords[role].label, lines: [roleWords[role].sentence] },
      { kind: 'action', label: 'Accept the invitation', url: link },
      {
        kind: 'section',
        heading: "Don't know this shop?",
        text: 'Ignore this email. Nothing happens until you accept.',
      },
    ],
    footer: [`You're getting this because ${shopName} entered this email at ${brandName}.`, replyHint],
    calendar: null,
  }
}
