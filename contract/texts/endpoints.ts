import { byId, byIdempotencyKey, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { conversation, newMessage, seenMessage, spokenAnswer } from './conversation.ts'

export const textEndpoints = {
  'texts.find': {
    summary: 'The text messages about an appointment, and whether its customer agreed to them',
    params: byId,
    reply: conversation,
    refusals: ['not_found'],
  },
  'texts.write': {
    summary: 'Text the customer. Requests with the same Idempotency-Key send one message',
    params: byId,
    headers: byIdempotencyKey,
    body: newMessage,
    reply: conversation,
    status: 201,
    refusals: ['not_found', 'request_changed', 'texts_not_set_up', 'texts_not_agreed', 'texts_stopped'],
  },
  'texts.markRead': {
    summary: 'Mark the customer’s messages about an appointment as read, up to the newest that was seen',
    params: byId,
    body: seenMessage,
    reply: done,
    refusals: ['not_found'],
  },
  'texts.markStrangersRead': {
    summary: 'Mark one message of a phone without an appointment as read',
    params: byId,
    reply: done,
    refusals: ['not_found'],
  },
  'texts.recordAnswer': {
    summary: 'Record that the customer said yes or no to text messages',
    params: byId,
    body: spokenAnswer,
    reply: conversation,
    refusals: ['not_found', 'texts_not_set_up', 'texts_stopped'],
  },
} as const satisfies EndpointDefinitions
