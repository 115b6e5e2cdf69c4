import { API_VERSION, newId, stripSandbox } from './call.ts'
import type { Call } from './call.ts'

type EventSource = Pick<Call, 'records' | 'now' | 'requestId' | 'idempotencyKey'>

/** Records an event with the object as it is now; the webhook delivery is journalled with it. */
export function emitEvent(source: EventSource, type: string, object: object): void {
  const id = newId('evt')
  source.records.put('event', id, {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: source.now,
    data: { object: stripSandbox(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: source.requestId || null, idempotency_key: source.idempotencyKey },
    type,
  })
  source.records.put('delivery', id, { event: id, attempts: 0, state: 'pending', lastAnswer: null })
}
