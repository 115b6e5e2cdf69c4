import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { refuse } from '../../../contract/refusals.ts'
import type { User } from '../../../contract/identity/identity.ts'
import type { SocialClient } from '../../config.ts'
import type { Context } from '../../context.ts'
import { betterAuthHeaders } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { findSignedIn, findUser } from '../sessions/find-signed-in.ts'
import { isLinkedTo, recheckNewSession } from '../sessions/recheck-new-session.ts'
import { identityProvider } from '../identity-provider.ts'
import { signOut } from '../sessions/sign-out.ts'
import { inSocialFlow, openFlow } from './social-flow.ts'
import { verifyGoogleToken } from './social-id-token.ts'
import { readLibraryError } from './social-refusals.ts'
import { requireSetUp } from './social-sign-in.ts'

/** In seconds, as in the clients of identity providers: they send no older token. */
const maxAgeSeconds = 5 * 60
/** Tolerated clock skew of the provider, in seconds. */
const skewSeconds = 60

type FreshToken = { token: string; subject: string; nonce: string }

/** Records a token as used for this call. Refuses a used one; the unique index decides across processes. */
async function spendToken(context: Context, digest: string, issuedAt: number): Promise<void> {
  const { db } = context.database
  // An expired token is refused anyway, so its row can go.
  const expires_at = new Date((issuedAt + maxAgeSeconds + skewSeconds) * 1000)
  await db.deleteFrom('spent_tokens').where('expires_at', '<', new Date()).execute()
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('spent_tokens')
    .values({ digest, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!inserted) refuse('auth/invalid-id-token')
}

/**
 * The ID token of an `Authorization: Bearer` header. Refuses as `auth/invalid-id-token` a token that Google
 * did not issue for us, is older than five minutes or from the future, has no nonce, or was used for this
 * `purpose` before.
 */
async function takeToken(
  context: Context,
  client: SocialClient,
  authorization: string | undefined,
  purpose: 'open' | 'close',
): Promise<FreshToken> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '') ?? []
  if (token === undefined) return refuse('auth/invalid-id-token')
  const { iss, aud, sub, iat, nonce } = await verifyGoogleToken(client, token)
  const age = Date.now() / 1000 - (iat ?? Number.NaN)
  const isFresh = age <= maxAgeSeconds && age >= -skewSeconds
  if (!isFresh || iat === undefined || sub === undefined || typeof nonce !== 'string' || nonce === '')
    return refuse('auth/invalid-id-token')
  const identity = JSON.stringify([purpose, iss, aud, sub, nonce])
  await spendToken(context, createHash('sha256').update(identity).digest('hex'), iat)
  return { token, subject: sub, nonce }
}

function requireGoogle(context: Context): SocialClient {
  requireSetUp(context, 'google')
  return context.config.social.google ?? refuse('auth/operation-not-allowed')
}

function refuseAsLibrary(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error
  const { code, message } = error.body ?? {}
  return refuse(readLibraryError(code === 'OAUTH_LINK_ERROR' ? (message ?? '') : (code ?? '')))
}

/**
 * Opens a session with a Google ID token, by the rules of every social sign-in. Refuses the token as
 * `takeToken` does, and an account with a second factor as `auth/multi-factor-auth-required`: its code
 * belongs to the login screen.
 */
export async function openTokenSession(
  context: Context,
  device: Device,
  authorization: string | undefined,
): Promise<{ user: User; cookies: string[] }> {
  const { token, nonce } = await takeToken(context, requireGoogle(context), authorization, 'open')
  const flow = openFlow()
  const result = await inSocialFlow(flow, async () =>
    identityProvider(context)
      .api.signInSocial({
        body: { provider: 'google', idToken: { token, nonce } },
        headers: betterAuthHeaders(device),
        returnHeaders: true,
      })
      .catch((error: unknown) => ({ error })),
  )
  if ('error' in result) return flow.failure ? refuse(flow.failure) : refuseAsLibrary(result.error)
  const { headers, response } = result
  if (!('user' in response) || !response.user) return refuse('auth/multi-factor-auth-required')
  const cookies = headers.getSetCookie()
  if (!(await recheckNewSession(context, cookies, isLinkedTo('google')))) return refuse('auth/timeout')
  return { user: await findUser(context, response.user.id), cookies }
}

/**
 * Ends the cookies' session if it belongs to the token's person; does nothing without a session. Refuses
 * another person's session as `auth/user-mismatch`.
 */
export async function closeTokenSession(
  context: Context,
  device: Device,
  authorization: string | undefined,
): Promise<{ cookies: string[] }> {
  const { subject } = await takeToken(context, requireGoogle(context), authorization, 'close')
  const actor = await findSignedIn(context, device.cookies)
  if (!actor) return { cookies: [] }
  const own = await context.database.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('provider_id', '=', 'google')
    .where('account_id', '=', subject)
    .executeTakeFirst()
  if (!own) return refuse('auth/user-mismatch')
  return { cookies: await signOut(context, device) }
}
