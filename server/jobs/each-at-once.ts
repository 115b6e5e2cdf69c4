const mostAtOnce = 6
/** One run takes no longer than this, so that the engine does not take its process for dead; the next tick goes on. */
const runMs = 12_000

/**
 * Does the same with each item, a few at once. Begins no further one after twelve seconds, as when a provider is away and every
 * call takes its whole time; answers whether all were begun.
 */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<boolean> {
  const until = performance.now() + runMs
  const waiting = [...items].toReversed()
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const item = waiting.pop()
      if (item === undefined) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, items.length) }, worker))
  return waiting.length === 0
}
