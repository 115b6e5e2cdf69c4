import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Attention } from '../../contract/admin/attention.ts'

/** Lists. */
export async function listAttention(context: Context, actor: User): Promise<Attention> {
  void [context, actor]
  return refuse('unavailable')
}
