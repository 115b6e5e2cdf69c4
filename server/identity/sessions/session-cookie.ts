import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { identityProvider } from '../identity-provider.ts'

/** A name is read once for each context: the library works it out from its settings. */
const patterns = new WeakMap<Context, RegExp>()

async function patternOf(context: Context): Promise<RegExp> {
  let pattern = patterns.get(context)
  if (!pattern) {
    const { authCookies } = await identityProvider(context).$context
    // Of two cookies of that name the first counts, as for the library.
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
 * The token of the session that the cookies name; null when there is none, or none that this installation signed. The identity
 * library writes it as `token.signature`, the base64 of the token's HMAC-SHA256 under the session secret
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
