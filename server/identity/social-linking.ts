import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Device } from './device.ts'
import { endSessionsBut } from './end-sessions.ts'
import { findSessionId } from './find-account.ts'
import { mailSignInLinked } from './identity-mails.ts'
import { requireRecentSignIn } from './require-owner.ts'
import { requireSetUp, startLinking } from './social-sign-in.ts'

/**
 * Begins to link a provider's sign-in to the own account; its address may be another. Refuses an account whose address is not
 * proven as `email_not_proven`: its true owner could come later and find a stranger's way in. Refuses a session older than ten
 * minutes as `auth/requires-recent-login`.
 */
export async function linkSignIn(
  context: Context,
  actor: User,
  device: Device,
  start: Parameters<typeof startLinking>[2],
) {
  requireSetUp(context, start.provider)
  if (!actor.emailVerified) refuse('email_not_proven')
  await requireRecentSignIn(context, device)
  return startLinking(context, device, start)
}

/**
 * Takes a linked sign-in away and ends every other session, some of which it may have opened. Refuses as `not_found`, as
 * `last_sign_in` where no other way in is left, and as `auth/requires-recent-login`.
 */
export async function unlinkSignIn(
  context: Context,
  actor: User,
  device: Device,
  provider: SocialProvider,
): Promise<void> {
  await requireRecentSignIn(context, device)
  const presentId = await findSessionId(context, device)
  await context.database.transaction(async (tx) => {
    // One after another: two at once must not each take away what the other one leaves.
    await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const ways = await tx
      .selectFrom('accounts')
      .select(['provider_id', 'password'])
      .where('user_id', '=', actor.id)
      .execute()
    if (!ways.some((way) => way.provider_id === provider)) refuse('not_found')
    const isOpen = (way: (typeof ways)[number]) =>
      way.provider_id === 'credential'
        ? way.password !== null
        : context.config.social[way.provider_id as SocialProvider] !== null
    if (!ways.some((way) => way.provider_id !== provider && isOpen(way))) refuse('last_sign_in')
    await tx
      .deleteFrom('accounts')
      .where('user_id', '=', actor.id)
      .where('provider_id', '=', provider)
      .execute()
    await endSessionsBut(tx, actor.id, presentId)
    await mailSignInLinked(context, actor, { provider, linked: false }, { tx })
  })
}
