import { getOAuthState } from 'better-auth/api'
import type { SocialProvider } from '../../../contract/identity/social-sign-in.ts'
import type { Context } from '../../context.ts'
import { currentFlow, noteFailure } from './social-flow.ts'

/**
 * Refuses a callback at another provider's address than the one that the flow started with: a code must not
 * reach another provider. Refuses to finish a linking whose session ended meanwhile, so that a signed-out
 * person leaves no credential behind.
 */
export async function requireSameFlow(provider: SocialProvider): Promise<void> {
  const [state, flow] = [await getOAuthState(), currentFlow()]
  if (flow) flow.leadsTo = state?.callbackURL ?? null
  const asked = new URLSearchParams(state?.callbackURL.split('?')[1]).get('provider')
  if (asked === provider && (!state?.link || state.link.userId === flow?.actorId)) return
  noteFailure('auth/timeout')
  throw new Error('the callback belongs to another flow')
}

/** An account has one sign-in per provider. The database enforces it; this check gives the reason. */
export async function requireFreeProvider(
  context: Context,
  provider: SocialProvider,
  { id, sub }: { id?: string; sub?: string },
): Promise<void> {
  const state = await getOAuthState()
  if (!state?.link) return
  const other = await context.database.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', state.link.userId)
    .where('provider_id', '=', provider)
    .where('account_id', '!=', sub ?? id ?? '')
    .executeTakeFirst()
  if (!other) return
  noteFailure('auth/provider-already-linked')
  throw new Error('the account already has a sign-in of this provider')
}
