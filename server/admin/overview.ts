import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type * as z from 'zod/mini'
import type { Overview, overviewQuery } from '../../contract/admin/overview.ts'

/** Finds. */
export async function findOverview(
  context: Context,
  actor: User,
  query: z.infer<typeof overviewQuery>,
): Promise<Overview> {
  void [context, actor, query]
  return refuse('unavailable')
}
