const maxConcurrency = 6
/** Below the job engine's heartbeat: a longer run would count as dead. The next tick goes on. */
export const runTimeoutMs = 12_000

/**
 * Runs the work for each item, six at a time. Starts no further item after 12 seconds, or the given time, for
 * example when the card provider is away and each call takes its whole timeout. Returns whether every item
 * was started.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  timeoutMs = runTimeoutMs,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  const waiting = items.toReversed()
  const worker = async (): Promise<void> => {
    while (performance.now() < deadline) {
      const item = waiting.pop()
      if (item === undefined) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, items.length) }, worker))
  return waiting.length === 0
}
