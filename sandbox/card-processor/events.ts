import type { Reader } from '../journal.ts'
import { API_VERSION, newId, stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import type { EventRecord, ProcessorRecords } from './records.ts'

export type EventSource = Pick<Call, 'records' | 'now' | 'requestId' | 'idempotencyKey'>

/**
 * Records an event with the present state of its object; the webhook delivery is written in the same
 * transaction.
 */
export function emitEvent(source: EventSource, type: string, object: object): void {
  const id = newId('evt')
  source.records.put('event', id, {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: source.now,
    data: { object },
    livemode: false,
    request: { id: source.requestId || null, idempotency_key: source.idempotencyKey },
    type,
  })
  source.records.put('delivery', id, { event: id, attempts: 0, state: 'pending', lastAnswer: null })
}

/**
 * An event in its wire format. It keeps the object without a copy, because objects are never changed in
 * place.
 */
export function wireEvent(records: Reader<ProcessorRecords>, event: EventRecord): object {
  return {
    ...event,
    data: { ...event.data, object: stripSandbox(event.data.object) },
    pending_webhooks: pendingWebhooks(records, event.id),
  }
}

/**
 * Stripe counts the endpoints that have not accepted the event yet. Here there is one endpoint, and a
 * delivery exists until it accepts.
 */
export function pendingWebhooks(records: Reader<ProcessorRecords>, event: string): number {
  return records.get('delivery', event) ? 1 : 0
}
