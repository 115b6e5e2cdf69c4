import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { refuse, Refusal } from '../../../contract/refusals.ts'
import type { SocialClient } from '../../config.ts'
import { googleAddresses } from './social-addresses.ts'
import { noteFailure } from './social-flow.ts'

const keySets = new WeakMap<SocialClient, ReturnType<typeof createRemoteJWKSet>>()

/** Google's keys, fetched at the first token and cached for ten minutes. */
function keysOf(client: SocialClient) {
  let keys = keySets.get(client)
  if (!keys) {
    keys = createRemoteJWKSet(new URL(googleAddresses(client).keys), { timeoutDuration: 5000 })
    keySets.set(client, keys)
  }
  return keys
}

/** Whether the token itself is invalid; otherwise fetching the keys failed. */
function isTokenAtFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  const { code } = error
  return code !== 'ERR_JOSE_GENERIC' && code !== 'ERR_JWKS_TIMEOUT' && code !== 'ERR_JWKS_INVALID'
}

/**
 * The claims of an ID token that Google issued for our client alone: signed with RS256, not expired. Refuses
 * as `auth/invalid-id-token`, and as `auth/network-request-failed` when Google's keys cannot be fetched. The
 * caller checks age and nonce.
 */
export async function verifyGoogleToken(client: SocialClient, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keysOf(client), {
      algorithms: ['RS256'],
      issuer: googleAddresses(client).issuers,
      audience: client.clientId,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    // Each of several audiences could replay the token.
    if (Array.isArray(payload.aud) && payload.aud.length > 1) return refuse('auth/invalid-id-token')
    return payload
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuse(isTokenAtFault(error) ? 'auth/invalid-id-token' : 'auth/network-request-failed')
  }
}

/** better-auth's check of an ID token; a sign-in by redirect must carry its own nonce. */
export async function isGoodGoogleToken(
  client: SocialClient,
  token: string,
  nonce: string | undefined,
): Promise<boolean> {
  try {
    const { nonce: carried } = await verifyGoogleToken(client, token)
    return nonce === undefined || carried === nonce
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'auth/network-request-failed') noteFailure(error.code)
    return false
  }
}
