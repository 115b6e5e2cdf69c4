import { forEachConcurrently, runTimeoutMs } from '../concurrency/for-each-concurrently.ts'
import type { Context } from '../context.ts'

type Queue<Row> = {
  name: string
  batchSize: number
  /** The waiting rows after the given one, in an order that no failure changes; from the first for null. */
  list: (after: Row | null) => Promise<Row[]>
  work: (row: Row) => Promise<void>
}

/** The row after which the next run of a queue begins, by the database and the queue's name. */
const positions = new WeakMap<object, Map<string, unknown>>()

/**
 * Works through a queue whose failed rows stay in it. A run that ends before the last row is continued by the
 * next one, so rows that fail or are slow never keep those behind them waiting for good. Six at a time.
 */
export async function workInRounds<Row extends object>(
  { database }: Context,
  queue: Queue<Row>,
): Promise<void> {
  const known = positions.get(database) ?? new Map<string, unknown>()
  positions.set(database, known)
  const deadline = performance.now() + runTimeoutMs
  let after = (known.get(queue.name) as Row | undefined) ?? null
  known.delete(queue.name)
  for (;;) {
    const rows = await queue.list(after)
    const isThrough = await forEachConcurrently(
      rows,
      async (row) => {
        after = row
        await queue.work(row)
      },
      deadline - performance.now(),
    )
    if (!isThrough) return void known.set(queue.name, after)
    if (rows.length < queue.batchSize) return
  }
}
