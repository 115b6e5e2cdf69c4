import type { Indexes } from '../journal.ts'

/** The states of Twilio's Messages resource that are imitated. */
export type TextStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'received'

export interface TextRecord {
  sid: string
  direction: 'outbound-api' | 'inbound'
  from: string
  to: string
  body: string
  segments: number
  status: TextStatus
  errorCode: number | null
  createdAt: string
  updatedAt: string
  /** Receives each new status; null for none. */
  statusCallback: string | null
}

/** A webhook that its listener has not accepted yet. */
export interface TextWebhook {
  id: string
  /** The address that is signed. */
  url: string
  fields: Record<string, string>
  attempts: number
}

/** A person who replied STOP: the provider refuses further messages of this sender. */
export interface StopRecord {
  sender: string
  phone: string
}

export interface PhoneSwitch {
  /**
   * `normal`: each message is delivered at once. `hold`: it stays sent until a button decides. `down`: every
   * connection is cut. `busy`: every request is a 429. `silent`: accepted, and the answer is lost.
   */
  mode: 'normal' | 'hold' | 'down' | 'busy' | 'silent'
  /**
   * `off`: the product handles the words itself. `default`: the provider blocks and answers STOP words.
   * `advanced`: as default, and the webhook names the kind of the word (`OptOutType`).
   */
  optOut: 'off' | 'default' | 'advanced'
  /** Phones that cannot be reached, with the error code of their messages. */
  failing: Record<string, number>
}

export interface PhoneRecords {
  text: TextRecord
  webhook: TextWebhook
  stop: StopRecord
  switch: PhoneSwitch
}

export const PHONE_INDEXES: Indexes<PhoneRecords> = {
  text: {
    phone: (text) => phoneOf(text),
    thread: (text) => threadOf(text),
  },
}

/** The customer's side of a message; the other one is the sender's number. */
export function phoneOf(text: TextRecord): string {
  return text.direction === 'inbound' ? text.from : text.to
}

export function senderOf(text: TextRecord): string {
  return text.direction === 'inbound' ? text.to : text.from
}

function threadOf(text: TextRecord): string {
  return threadKey(senderOf(text), phoneOf(text))
}

export function threadKey(sender: string, phone: string): string {
  return `${sender} ${phone}`
}
