import type { Reader } from '../journal.ts'
import { API_VERSION, newId, stripSandbox } from './call.ts'
import type { Call } from './call.ts'
import type { EventRecord, ProcessorRecords } from './records.ts'

export type EventSource = Pick<Call, 'records' | 'now' | 'requestId' | 'idempotencyKey'>

/** Records an event with the object as it is now; the webhook delivery is journalled with it. */
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

/** An event as it goes over the wire. Kept is the object itself, which nobody changes in place, not a copy of it. */
export function wireEvent(records: Reader<ProcessorRecords>, event: EventRecord): object {
  return {
    ...event,
    data: { ...event.data, object: stripSandbox(event.data.object) },
    pending_webhooks: pendingWebhooks(records, event.id),
  }
}

/** Stripe counts the listeners that have not taken the event yet; here there is one, and its delivery stays till then. */
export function pendingWebhooks(records: Reader<ProcessorRecords>, event: string): number {
  return records.get('delivery', event) ? 1 : 0
}
