import { requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { pendingWebhooks, wireEvent } from './events.ts'
import { LIST_PARAMETERS, listPage } from './listing.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { EventRecord } from './records.ts'

export const EVENT_LIST_PARAMETERS = [...LIST_PARAMETERS, 'type', 'types', 'delivery_success'] as const

export function retrieveEvent(call: Call): object {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  const event = call.records.get('event', id)
  if (!event) throw missingResource('event', id, 'id')
  return wireEvent(call.records, event)
}

/**
 * Filters: one `type` (`charge.*` takes a group) or up to twenty `types`; `delivery_success=false` finds
 * undelivered events.
 */
export function listEvents(call: Call): object {
  requireSecretKey(call)
  const { parameters, records } = call
  const type = parameters.text('type')
  const several = parameters.texts('types')
  if (type !== undefined && several) {
    throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'types' })
  }
  if (several && several.length > 20)
    throw invalidRequest('You can give up to 20 event types.', { param: 'types' })
  const delivered = parameters.boolean('delivery_success')
  const types = several ?? (type === undefined ? undefined : [type])
  const [only] = types ?? []
  return listPage(call, {
    kind: 'event',
    url: '/v1/events',
    from: types?.length === 1 && only?.endsWith('*') === false ? ['type', only] : ['all', 'all'],
    keep: (event) =>
      (types === undefined || types.some((wanted) => fits(event, wanted))) &&
      (delivered === undefined || delivered === (pendingWebhooks(records, event.id) === 0)),
    show: (event) => wireEvent(records, event),
  })
}

function fits(event: EventRecord, wanted: string): boolean {
  return wanted.endsWith('*') ? event.type.startsWith(wanted.slice(0, -1)) : event.type === wanted
}
