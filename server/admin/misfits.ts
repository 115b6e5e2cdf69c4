import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Misfit } from '../../contract/admin/attention.ts'

/** Lists. */
export async function listMisfits(context: Context, actor: User, shopId: number): Promise<Misfit[]> {
  void [context, actor, shopId]
  return refuse('unavailable')
}
