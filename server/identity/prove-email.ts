import { APIError, createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findActor } from './find-actor.ts'
import { mailEmailProof, proofSeconds } from './identity-mails.ts'
import { identityProvider } from './identity-provider.ts'
import { countUse } from './rate-limit.ts'

const mailsPerAccount = { windowSeconds: 3600, max: 5 }
const linksPerAddress = { windowSeconds: 60, max: 60 }

/** Mails the link that proves the address of an account that exists. It is good for a day. */
export async function mailProofLink(context: Context, user: { id: string; email: string }): Promise<void> {
  const { sessionSecret } = context.secrets
  const token = await createEmailVerificationToken(sessionSecret, user.email, undefined, proofSeconds)
  await mailEmailProof(context, user, token)
}

/** Mails the link once more, unless the address is proven. Refuses as `too_many_requests` after five times in an hour. */
export async function requestEmailProof(context: Context, actor: User): Promise<void> {
  if (actor.emailVerified) return
  await countUse(context, `email-proof:${actor.id}`, mailsPerAccount)
  await mailProofLink(context, actor)
}

/** The address that a mailed link is about, or null when it is not ours or has expired. */
async function readAddress(context: Context, token: string): Promise<string | null> {
  const said = await verifyJWT<{ email?: unknown; updateTo?: unknown }>(token, context.secrets.sessionSecret)
  // Links that would change the address are never mailed.
  return typeof said?.email === 'string' && said.updateTo === undefined ? said.email : null
}

/**
 * Proves an address: by the mailed link together with a session of the very account, so that nobody's click on a link makes an
 * account of somebody else's theirs. An address that is proven already stays so. Refuses a link that is not ours, has expired or
 * whose account is gone as `auth/invalid-action-code`, without a session as `not_signed_in`, and with another's as
 * `auth/user-mismatch`.
 */
export async function proveEmail(context: Context, device: Device, token: string): Promise<void> {
  await countUse(context, `prove-email:${device.network}`, linksPerAddress)
  const address = (await readAddress(context, token)) ?? refuse('auth/invalid-action-code')
  const user = await context.database.db
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', address)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!user) return refuse('auth/invalid-action-code')
  if (user.email_verified) return
  const actor = await findActor(context, device.cookies)
  if (!actor) return refuse('not_signed_in', { sentence: 'Please sign in to confirm this address.' })
  if (actor.id !== user.id)
    refuse('auth/user-mismatch', {
      sentence: 'This link is for another account than the one you are signed in to.',
    })
  try {
    await identityProvider(context).api.verifyEmail({ query: { token }, headers: betterAuthHeaders(device) })
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) refuse('auth/invalid-action-code')
    throw error
  }
}
