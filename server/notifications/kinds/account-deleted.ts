import * as z from 'zod/mini'
import { roles } from '../../../contract/identity/roles.ts'
import { accountMail } from '../account-mail.ts'
import { webAddress } from '../appointment-mail.ts'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'

export const accountDeleted = z.extend(accountMail, {
  role: z.enum(roles),
  signUpUrl: webAddress,
})

type DeletedMail = z.infer<typeof accountDeleted>

/** To the address of a deleted account. The outbox deletes the address once the mail is sent. */
export function describeAccountDeleted({ role, signUpUrl }: DeletedMail, brandName: string): MailContent {
  return {
    subject: `Your ${brandName} account is deleted`,
    preview: "What we deleted, what we keep, and what to do if this wasn't you.",
    badge: { text: 'Account deleted', tone: 'neutral' },
    title: 'Your account is deleted',
    opening: `As you asked, we deleted the ${brandName} account with this email. Goodbye, and thank you.`,
    blocks: [
      {
        kind: 'section',
        heading: 'What is gone',
        text: 'Your name, addresses, phone and vehicle number, every way to sign in, and your saved cards.',
      },
      { kind: 'section', heading: 'What is kept', text: kept[role] },
      {
        kind: 'panel',
        heading: "If this wasn't you",
        lines: ["Reply to this email right away. We can't restore the account, but we can look into it."],
      },
      {
        kind: 'action',
        label: 'Create a new account',
        url: signUpUrl,
        hint: 'Want to come back? You can use this email again.',
      },
    ],
    footer: [
      `You're getting this because a ${brandName} account had this email. It's the last one: after sending it, we delete your address.`,
      replyHint,
    ],
    calendar: null,
  }
}

const kept: Record<DeletedMail['role'], string> = {
  customer: 'Past appointments and payments, with your details removed.',
  shop: 'Your shop’s past appointments, with its name and address. It takes no new ones.',
  administrator: 'Your work for customers and shops, with your name removed.',
}
