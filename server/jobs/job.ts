import type { Context } from '../context.ts'

/**
 * Work that is due by the product's clock. What is due is found by a query, so a job may run at any time, on any process,
 * and twice: it does what is due and nothing else.
 */
export type Job = {
  name: string
  run(context: Context): Promise<void>
}
