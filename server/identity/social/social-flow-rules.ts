import { getOAuthState } from 'better-auth/api'
import type { SocialProvider } from '../../../contract/identity/social-sign-in.ts'
import type { Context } from '../../context.ts'
import { currentFlow, noteFailure } from './social-flow.ts'

/**
 * Refuses an answer that came to another provider's address than the one it was asked of: a code must reach nobody else. Refuses to
 * end a linking whose session has ended meanwhile: whoever had to go must not leave a way in behind.
 */
export async function requireSameFlow(provider: SocialProvider): Promise<void> {
  const [state, flow] = [await getOAuthState(), currentFlow()]
  if (flow) flow.leadsTo = state?.callbackURL ?? null
  const asked = new URLSearchParams(state?.callbackURL.split('?')[1]).get('provider')
  if (asked === provider && (!state?.link || state.link.userId === flow?.actorId)) return
  noteFailure('auth/timeout')
  throw new Error('the answer is not of the flow that began')
}

/** Of one provider an account has one sign-in; the database holds to it, this only says so. */
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
  throw new Error('another sign-in of this provider is linked')
}
