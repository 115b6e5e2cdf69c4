import type * as z from 'zod/mini'
import { replyHint } from '../reply-hint.ts'
import type { MailContent } from '../mail-content.ts'
import { ownShopMail, shopNameOf, shopDetails } from '../shop-mail.ts'
import { mailSubject } from '../mail-subject.ts'

export const shopRegistered = ownShopMail

/** To the shop, once it has registered. */
export function describeShopRegistered(mail: z.infer<typeof shopRegistered>, brandName: string): MailContent {
  return {
    subject: mailSubject('We have your registration: ', shopNameOf(mail)),
    preview: 'An administrator looks at it. We write to you as soon as it is approved.',
    badge: { text: 'Waiting for approval', tone: 'neutral' },
    title: 'We have your registration',
    opening: `${shopNameOf(mail, 'Your shop')} is registered at ${brandName}. An administrator looks at it now, and we write to you as soon as it is approved.`,
    blocks: [
      ...shopDetails(mail),
      {
        kind: 'panel',
        heading: 'Until then',
        lines: [
          'Customers do not see your shop yet.',
          'Check your hours, add the days you are closed and the bays you have, so that everything is right on the first day.',
        ],
      },
      { kind: 'action', label: 'Open your shop', url: mail.shopUrl },
    ],
    footer: [
      `You receive this mail because a shop was registered at ${brandName} with this address.`,
      replyHint,
    ],
    calendar: null,
  }
}
