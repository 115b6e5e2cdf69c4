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

/** The result in the address of the page after the redirect. */
export type SocialReturn = {
  provider: SocialProvider
  mode: SocialMode
  /** Empty when the server no longer knew the flow. */
  flow: string
  result: SocialResult
}

/** The message to the other tabs. Only a hint: the session is loaded from the server. */
export type SocialMessage = Omit<SocialReturn, 'mode'>

export const socialChannelName = 'social-sign-in'

function find<Value extends string>(list: readonly Value[], given: unknown): Value | undefined {
  return list.find((each) => each === given)
}

export function isAuthCode(code: unknown): code is AuthCode {
  return typeof code === 'string' && code.startsWith('auth/') && Object.hasOwn(refusals, code)
}

/** One of the closed list; anything else counts as an unexpected failure. */
function readResult(given: unknown): SocialResult {
  return find(socialOutcomes, given) ?? (isAuthCode(given) ? given : 'auth/internal-error')
}

/** Parses the address's query; null when it is not from the server. */
export function readSocialReturn(search: string): SocialReturn | null {
  const query = new URLSearchParams(search)
  const provider = find(socialProviders, query.get('provider'))
  const mode = find(socialModes, query.get('mode'))
  if (!provider || !mode) return null
  return { provider, mode, flow: query.get('flow') ?? '', result: readResult(query.get('outcome')) }
}

/** Parses a message of the channel; null when it is not ours. */
export function readSocialMessage(data: unknown): SocialMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { provider: givenProvider, flow, result } = data as Record<string, unknown>
  const provider = find(socialProviders, givenProvider)
  if (!provider || typeof flow !== 'string') return null
  return { provider, flow, result: readResult(result) }
}
