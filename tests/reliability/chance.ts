/** A source of random numbers that repeats itself for the same seed. */
export type Chance = {
  /** From 0 to 1, excluding 1. */
  next(): number
  /** From 0 to `below`, excluding it. */
  below(below: number): number
  between(least: number, most: number): number
  happens(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  /** A source of its own for one part, so that concurrent parts repeat themselves too. */
  fork(part: number): Chance
}

/** The numbers of mulberry32: good enough to draw histories, and the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    shuffled: (items) => {
      const order = [...items]
      for (let last = order.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const [a, b] = [order[last], order[other]]
        if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a]
      }
      return order
    },
    fork: (part) => chanceOf(Math.imul(seed ^ Math.imul(part + 1, 0x9e3779b1), 0x85ebca6b)),
  }
}
