import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { SocialClient } from '../config.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findActor, findUser } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { signOut } from './sign-out.ts'
import { inSocialFlow, openFlow } from './social-flow.ts'
import { verifyGoogleToken } from './social-id-token.ts'
import { readLibraryError } from './social-refusals.ts'
import { requireSetUp } from './social-sign-in.ts'

/** As the clients of identity providers have it: an older token is not sent. */
const oldestSeconds = 5 * 60
/** How far ahead of ours the provider's clock may be. */
const skewSeconds = 60

type FreshToken = { token: string; subject: string; nonce: string }

/** Writes down that a token was taken for this call. Refuses one that was: the database decides, whatever process asks. */
async function spendToken(context: Context, digest: string, issuedAt: number): Promise<void> {
  const { db } = context.database
  // What is older than any token that is taken needs no remembering.
  const expires_at = new Date((issuedAt + oldestSeconds + skewSeconds) * 1000)
  await db.deleteFrom('spent_tokens').where('expires_at', '<', new Date()).execute()
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('spent_tokens')
    .values({ digest, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!inserted) refuse('auth/invalid-id-token')
}

/**
 * The ID token of an `Authorization: Bearer` header. Refuses as `auth/invalid-id-token` what Google did not make for us, what is
 * older than five minutes or made in the future, what carries no nonce, and what was taken for this `purpose` before.
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
  const isFresh = age <= oldestSeconds && age >= -skewSeconds
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
 * Opens a session for a person who signed in with Google on their own, by the rules of every social sign-in. Refuses the token as
 * `takeToken` says, and where a second factor is set up as `auth/multi-factor-auth-required`: its code is for the login screen.
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
  return { user: await findUser(context, response.user.id), cookies: headers.getSetCookie() }
}

/**
 * Ends the session of the caller's cookie where it is of the person whom the token names; nothing to do where there is none.
 * Refuses as `auth/user-mismatch` where it is somebody else's.
 */
export async function closeTokenSession(
  context: Context,
  device: Device,
  authorization: string | undefined,
): Promise<{ cookies: string[] }> {
  const { subject } = await takeToken(context, requireGoogle(context), authorization, 'close')
  const actor = await findActor(context, device.cookies)
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
