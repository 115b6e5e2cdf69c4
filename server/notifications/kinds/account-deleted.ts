import * as z from 'zod/mini'
import { roles } from '../../../contract/identity/roles.ts'
import { accountMail } from '../account-mail.ts'
import { webAddress } from '../appointment-mail.ts'
import { howToAsk } from '../how-to-ask.ts'
import type { MailContent } from '../mail-content.ts'

export const accountDeleted = z.extend(accountMail, {
  role: z.enum(roles),
  signUpUrl: webAddress,
})

type DeletedMail = z.infer<typeof accountDeleted>

/** To the address of an account that was, once it is deleted. The outbox forgets the address when this has left. */
export function describeAccountDeleted({ role, signUpUrl }: DeletedMail, brandName: string): MailContent {
  return {
    subject: `Your ${brandName} account is deleted`,
    preview: 'What is gone, what is kept, and what to do if this was not you.',
    badge: { text: 'Account deleted', tone: 'neutral' },
    title: 'Your account is deleted',
    opening: `As you asked, the ${brandName} account with this address is deleted. Goodbye, and thank you.`,
    blocks: [
      {
        kind: 'section',
        heading: 'What is gone',
        text: 'Your name, addresses, phone and vehicle number, every way to sign in, and your saved cards.',
      },
      { kind: 'section', heading: 'What is kept', text: kept[role] },
      {
        kind: 'panel',
        heading: 'If this was not you',
        lines: ['Answer this mail at once. Nobody can bring the account back, but we can look into it.'],
      },
      {
        kind: 'action',
        label: 'Create a new account',
        url: signUpUrl,
        hint: 'Only if you want to come back: your address is free again.',
      },
    ],
    footer: [
      `You receive this mail because an account at ${brandName} had this address. It is the last one: once it has left, we no longer keep the address.`,
      howToAsk,
    ],
    calendar: null,
  }
}

const kept: Record<DeletedMail['role'], string> = {
  customer: 'Past appointments and payments, without you.',
  shop: 'Your shop’s past appointments, with its name and address. It takes no new ones.',
  administrator: 'What you did for customers and shops, without you.',
}
