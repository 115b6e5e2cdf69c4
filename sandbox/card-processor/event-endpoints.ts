import { requireSecretKey } from './call.ts'
import type { Call } from './call.ts'
import { listPage } from './listing.ts'
import { missingResource } from './processor-error.ts'
import type { EventRecord } from './records.ts'

export function retrieveEvent(call: Call): EventRecord {
  requireSecretKey(call)
  const id = call.ids[0] ?? ''
  const event = call.records.get('event', id)
  if (!event) throw missingResource('event', id, 'id')
  return event
}

export function listEvents(call: Call): object {
  requireSecretKey(call)
  const type = call.parameters.text('type')
  const types = call.parameters.texts('types') ?? (type === undefined ? undefined : [type])
  const events = call.records
    .list('event')
    .filter((event) => types === undefined || types.some((wanted) => fits(event, wanted)))
  return listPage(call, '/v1/events', events)
}

function fits(event: EventRecord, wanted: string): boolean {
  return wanted.endsWith('*') ? event.type.startsWith(wanted.slice(0, -1)) : event.type === wanted
}
