import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'

/** Sends. */
export async function resendMail(context: Context, actor: User, id: string): Promise<void> {
  void [context, actor, id]
  return refuse('unavailable')
}
