import * as z from 'zod/mini'
import { actingPerson } from '../identity/acting-person.ts'
import { shownText, uuid } from '../text.ts'

/** Three segments in plain letters. */
export const longestMessage = 450

/** POST /api/admin/appointments/{id}/texts: a message of the shop to its customer. */
export const newMessage = z.strictObject({
  body: shownText(
    longestMessage,
    'Please write a message',
    `Please keep the message under ${longestMessage} characters`,
  ),
})

/**
 * `sending`: the request to the provider is under way. `capped`: its phone had enough. `stopped`: without a
 * consent. `expired`: too late to be of use. `received`: inbound.
 */
export const textStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'capped',
  'stopped',
  'expired',
  'received',
] as const
export type TextState = (typeof textStates)[number]

export const textMessage = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in']),
  body: z.string(),
  state: z.enum(textStates),
  /** ISO: when it came, left, or will leave. */
  at: z.string(),
  isUnread: z.boolean(),
  /** The person of the shop who wrote it; null for automatic texts and those of the customer. */
  by: actingPerson,
})
export type TextMessage = z.infer<typeof textMessage>

/**
 * The texts (SMS) about one appointment, oldest first, the newest 100. `barrier`: why the shop may not write;
 * null where it may. `consent`: in force for this person and phone.
 */
export const conversation = z.object({
  /** Ten digits. */
  phone: z.string(),
  barrier: z.nullable(z.enum(['not_set_up', 'stopped', 'not_agreed'])),
  consent: z.nullable(z.object({ source: z.enum(['checkbox', 'spoken', 'start']), givenAt: z.string() })),
  messages: z.array(textMessage),
})
export type Conversation = z.infer<typeof conversation>

/** POST /api/admin/appointments/{id}/texts/read: the newest message on the reader's screen. */
export const seenMessage = z.strictObject({ newestId: uuid })

/** POST /api/admin/appointments/{id}/text-consent: the customer said yes or no to texts. */
export const spokenAnswer = z.strictObject({ agrees: z.boolean() })

/** An unread text from a phone without an appointment at the shop. */
export const strangersText = z.object({
  id: z.string(),
  shopName: z.string(),
  timeZone: z.string(),
  /** Ten digits. */
  phone: z.string(),
  body: z.string(),
  /** ISO. */
  at: z.string(),
})
