import { randomInt } from 'node:crypto'

export interface DeliveryQueue<Item> {
  readonly size: number
  push(item: Item): void
  /** Takes the oldest item, or a random one. */
  take(order: 'first' | 'any'): Item | undefined
}

/** A queue with constant cost per operation, whatever its length. */
export function createQueue<Item>(): DeliveryQueue<Item> {
  let items: Item[] = []
  let head = 0
  return {
    get size() {
      return items.length - head
    },
    push: (item) => void items.push(item),
    take(order) {
      const waiting = items.length - head
      if (waiting === 0) return undefined
      if (order === 'any') {
        const at = head + randomInt(waiting)
        const chosen = items[at]
        const last = items.pop()
        if (at < items.length && last !== undefined) items[at] = last
        return chosen
      }
      const first = items[head]
      head += 1
      if (head > 1000 && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return first
    },
  }
}
