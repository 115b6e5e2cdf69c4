/**
 * The events of `live.watch` by name. `hello`: news from now on arrives. `shop`: something at that shop has
 * changed. `away`: news may be missed from now on. `refresh`: news arrives again, and some may have been
 * missed. `beat`: the connection works.
 */
export type LiveEvent =
  | { event: 'hello' | 'away' | 'refresh' | 'beat' }
  | {
      event: 'shop'
      /** 0: a change that belongs to no shop, which administrators alone are told. */
      shopId: number
    }

/** Interval of `beat`. */
export const beatMs = 15_000

/** The text of an event on the wire. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function writeEvent(event: LiveEvent): string {
  const data = event.event === 'shop' ? { shopId: event.shopId } : {}
  return `event: ${event.event}\ndata: ${JSON.stringify(data)}\n\n`
}

const names: ReadonlySet<string> = new Set(['hello', 'away', 'refresh', 'beat'])

/** The event of a block of lines; null for one that only a newer version knows. */
function readEvent(block: string): LiveEvent | null {
  const name = /^event: (\w+)$/m.exec(block)?.[1] ?? ''
  if (names.has(name)) return { event: name as 'hello' }
  const shopId = /^data: \{"shopId":(\d{1,9})\}$/m.exec(block)?.[1]
  return name === 'shop' && shopId !== undefined ? { event: 'shop', shopId: Number(shopId) } : null
}

/** The events in a text that may end within one, and its rest. */
export function readEvents(text: string): { events: LiveEvent[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { events: blocks.map(readEvent).filter((event) => event !== null), rest }
}
