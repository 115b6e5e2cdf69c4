import type { Context } from '../context.ts'

/** Why a job runs: by the engine's tick or a triggerJob, or because this process has just started. */
export type Occasion = 'tick' | 'start'

/**
 * Work that is due by the product's clock. What is due is found by a query, so a job may run at any time, on any process,
 * and twice: it does what is due and nothing else.
 */
export type Job = {
  name: string
  run(context: Context, occasion: Occasion): Promise<void>
}
