import {
  socialModes,
  socialOutcomes,
  socialProviders,
  type SocialMode,
  type SocialOutcome,
  type SocialProvider,
} from '../../contract/identity/social-sign-in.ts'
import { refusals, type RefusalCode } from '../../contract/refusals.ts'

export type AuthCode = Extract<RefusalCode, `auth/${string}`>
export type SocialResult = SocialOutcome | AuthCode

/** What the page that a person comes back to was told in its address. */
export type SocialReturn = {
  provider: SocialProvider
  mode: SocialMode
  /** Empty where the server could not tell any more which one it was. */
  flow: string
  result: SocialResult
}

/** What that page says to the others of this browser. A hint: who is signed in is asked of the server. */
export type SocialMessage = Omit<SocialReturn, 'mode'>

export const socialChannelName = 'social-sign-in'

function find<Value extends string>(list: readonly Value[], given: unknown): Value | undefined {
  return list.find((each) => each === given)
}

export function isAuthCode(code: unknown): code is AuthCode {
  return typeof code === 'string' && code.startsWith('auth/') && Object.hasOwn(refusals, code)
}

/** One of the closed list; anything else counts as a failure that nobody foresaw. */
function readResult(given: unknown): SocialResult {
  return find(socialOutcomes, given) ?? (isAuthCode(given) ? given : 'auth/internal-error')
}

/** Reads the query of the address; null where it is none that the server writes. */
export function readSocialReturn(search: string): SocialReturn | null {
  const query = new URLSearchParams(search)
  const provider = find(socialProviders, query.get('provider'))
  const mode = find(socialModes, query.get('mode'))
  if (!provider || !mode) return null
  return { provider, mode, flow: query.get('flow') ?? '', result: readResult(query.get('outcome')) }
}

/** Reads what came over the channel; null where it is nothing of ours. */
export function readSocialMessage(data: unknown): SocialMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { provider: givenProvider, flow, result } = data as Record<string, unknown>
  const provider = find(socialProviders, givenProvider)
  if (!provider || typeof flow !== 'string') return null
  return { provider, flow, result: readResult(result) }
}
