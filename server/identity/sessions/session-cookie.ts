import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { identityProvider } from '../identity-provider.ts'

/** Cached per context: better-auth derives the name from its settings. */
const patterns = new WeakMap<Context, RegExp>()

async function patternOf(context: Context): Promise<RegExp> {
  let pattern = patterns.get(context)
  if (!pattern) {
    const { authCookies } = await identityProvider(context).$context
    // Of two cookies with that name the first counts, as in better-auth.
    const name = authCookies.sessionToken.name.replaceAll('.', '\\.')
    pattern = new RegExp(`(?:^|;)\\s*${name}=\\s*"?([^;"]*)`)
    patterns.set(context, pattern)
  }
  return pattern
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/**
 * The session token of the cookies; null without one or with an invalid signature. better-auth writes it as
 * `token.signature`, the base64 of the token's HMAC-SHA256 under the session secret
 * (https://www.better-auth.com/docs/concepts/cookies).
 */
export async function readSessionToken(context: Context, cookies: string): Promise<string | null> {
  const value = decoded((await patternOf(context)).exec(cookies)?.[1] ?? '')
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const signature = Buffer.from(value.slice(dot + 1))
  const expected = createHmac('sha256', context.secrets.sessionSecret).update(token).digest('base64')
  if (signature.length !== expected.length) return null
  return timingSafeEqual(signature, Buffer.from(expected)) ? token : null
}
