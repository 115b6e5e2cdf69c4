import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'

/** Asks. */
export async function askForCard(context: Context, actor: User, id: string): Promise<void> {
  void [context, actor, id]
  return refuse('unavailable')
}
