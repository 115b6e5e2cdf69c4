import { APIError, createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './sessions/better-auth-headers.ts'
import type { Device } from './sessions/device.ts'
import { findSignedIn } from './sessions/find-signed-in.ts'
import { mailEmailProof, proofSeconds } from './identity-mails.ts'
import { identityProvider } from './identity-provider.ts'
import { consumeRateLimit } from './limits/rate-limit.ts'

const mailsPerAccount = { windowSeconds: 3600, max: 5 }

/** Mails the link that verifies an existing account's address. Valid for a day. */
export async function mailProofLink(context: Context, user: { id: string; email: string }): Promise<void> {
  const { sessionSecret } = context.secrets
  const token = await createEmailVerificationToken(sessionSecret, user.email, undefined, proofSeconds)
  await mailEmailProof(context, user, token)
}

/**
 * Mails the link again, unless the address is verified. Refuses as `too_many_requests` after five requests in
 * an hour.
 */
export async function requestEmailProof(context: Context, actor: User): Promise<void> {
  if (actor.emailVerified) return
  await consumeRateLimit(context, `email-proof:${actor.id}`, mailsPerAccount)
  await mailProofLink(context, actor)
}

/** The address in a mailed link; null for an invalid or expired link. */
async function readAddress(context: Context, token: string): Promise<string | null> {
  const said = await verifyJWT<{ email?: unknown; updateTo?: unknown }>(token, context.secrets.sessionSecret)
  // Links that would change the address are never mailed.
  return typeof said?.email === 'string' && said.updateTo === undefined ? said.email : null
}

/**
 * Verifies an address by the mailed link together with a session of the same account. Without the session, a
 * click on a stranger's link would verify the stranger's account. Repeating it is harmless. Refuses an
 * invalid or expired link or one of a deleted account as `auth/invalid-action-code`, a missing session as
 * `not_signed_in`, and another account's session as `auth/user-mismatch`.
 */
export async function proveEmail(context: Context, device: Device, token: string): Promise<void> {
  const address = (await readAddress(context, token)) ?? refuse('auth/invalid-action-code')
  const user = await context.database.db
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', address)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!user) return refuse('auth/invalid-action-code')
  if (user.email_verified) return
  const actor = await findSignedIn(context, device.cookies)
  if (!actor) return refuse('not_signed_in', { sentence: 'Please sign in to confirm this address.' })
  if (actor.id !== user.id)
    refuse('auth/user-mismatch', {
      sentence: 'This link is for a different account than the one you’re signed in to.',
    })
  try {
    await identityProvider(context).api.verifyEmail({ query: { token }, headers: betterAuthHeaders(device) })
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) refuse('auth/invalid-action-code')
    throw error
  }
}
