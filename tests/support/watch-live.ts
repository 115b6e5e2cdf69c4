import { readEvents, type LiveEvent } from '../../contract/live/events.ts'
import type { Person, Reached } from './people.ts'

/** An event stream of `live.watch`, as a page reads it. */
export type Watched = {
  status: number
  headers: Headers
  /** The events so far, in order. */
  events: LiveEvent[]
  /** The number of events about a shop so far. */
  countOf(shopId: number): number
  /** When the server ended it (`performance.now()`); null while it is open. */
  endedAt(): number | null
  close(): void
}

/** Opens a stream, and resolves with its first event, or with the status of a refusal. */
export async function watchLive(world: Reached, { cookie }: Pick<Person, 'cookie'>): Promise<Watched> {
  const leaving = new AbortController()
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const response = await fetch(`${world.url}/api/admin/live`, { headers: { cookie }, signal: leaving.signal })
  const events: LiveEvent[] = []
  let endedAt: number | null = null
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const found = readEvents(rest + decoder.decode(chunk, { stream: true }))
      rest = found.rest
      events.push(...found.events)
      if (events.length > 0) begin()
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      endedAt = performance.now()
      begin()
    })
  await hasBegun
  return {
    status: response.status,
    headers: response.headers,
    events,
    countOf: (shopId) => events.filter((one) => one.event === 'shop' && one.shopId === shopId).length,
    endedAt: () => endedAt,
    close: () => leaving.abort(),
  }
}
