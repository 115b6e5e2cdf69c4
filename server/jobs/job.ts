import type { Context } from '../context.ts'

/** The reason of a run: a tick of the scheduler or a trigger, or the start of this process. */
export type Occasion = 'tick' | 'start'

/**
 * Work that is due by the product's clock. A query finds the due work, so a job may run at any time, on any
 * process, and twice: it is idempotent.
 */
export type Job = {
  name: string
  run(context: Context, occasion: Occasion): Promise<void>
}
