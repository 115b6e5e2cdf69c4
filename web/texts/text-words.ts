import type { Conversation, TextMessage } from '../../contract/texts/conversation.ts'
import { formatMoment } from '../admin/admin-words.ts'

/** What became of a message: 'Delivered', or 'Not delivered' with the reason. */
export function stateWords({ state, at }: Pick<TextMessage, 'state' | 'at'>, timeZone: string): string {
  switch (state) {
    case 'queued':
      return `Leaves ${formatMoment(at, timeZone)}`
    case 'sending':
      return 'Sending'
    case 'sent':
      return 'Sent'
    case 'delivered':
      return 'Delivered'
    case 'failed':
      return 'Not delivered'
    case 'capped':
      return 'Not sent: too many texts to this phone in one day'
    case 'stopped':
      return 'Not sent: the customer gets no texts'
    case 'expired':
      return 'Not sent: too late'
    case 'received':
      return 'Received'
  }
}

export const isUnsent = ({ state }: Pick<TextMessage, 'state'>): boolean =>
  ['failed', 'capped', 'stopped', 'expired'].includes(state)

const sources = {
  checkbox: 'ticked the box when booking',
  spoken: 'said yes to you',
  start: 'replied START',
} as const

/** Whether and why the customer gets texts. */
export function consentWords({ barrier, consent }: Conversation, timeZone: string): string {
  if (barrier === 'not_set_up') return 'Your shop has no number for texts yet. Ask Dashfit to set one up.'
  if (barrier === 'stopped')
    return 'The customer replied STOP. Only a START from that phone turns texts on again.'
  if (consent) return `The customer ${sources[consent.source]} on ${formatMoment(consent.givenAt, timeZone)}.`
  if (barrier === null) return 'The customer wrote to you, so you can answer. They get no reminders by text.'
  return 'The customer hasn’t agreed to texts. Email and phone only.'
}
