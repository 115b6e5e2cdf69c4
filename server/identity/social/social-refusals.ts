import type { SocialProvider } from '../../../contract/identity/social-sign-in.ts'
import type { SocialRefusal } from './social-flow.ts'

/** What a provider says when it refuses: query parameters of the way back, or the body of an error. */
type ProviderWords = Record<string, unknown>

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Facebook's numbers where they are known, else its words: the texts come in the language of the person.
 * 1349048 and 191: the domain is not among the app's. 1349168: the address to come back to is not whitelisted. 101, 200, 901 and
 * 1349126: the app is gone, not live, or for its testers only.
 */
const facebookCodes = new Map<number, SocialRefusal>([
  [101, 'auth/operation-not-allowed'],
  [191, 'auth/unauthorized-domain'],
  [200, 'auth/operation-not-allowed'],
  [901, 'auth/operation-not-allowed'],
  [1349126, 'auth/operation-not-allowed'],
  [1349048, 'auth/unauthorized-domain'],
  [1349168, 'auth/redirect-not-whitelisted'],
])

const facebookWords: [RegExp, SocialRefusal][] = [
  [/not whitelisted|url blocked/i, 'auth/redirect-not-whitelisted'],
  [/domain of this url|app'?s domains/i, 'auth/unauthorized-domain'],
  [
    /app.{0,8} not (active|set ?up|live|enabled|accessible)|development mode|sandbox mode/i,
    'auth/operation-not-allowed',
  ],
]

/** https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors */
const googleErrors = new Map<string, SocialRefusal>([
  ['redirect_uri_mismatch', 'auth/unauthorized-domain'],
  ['origin_mismatch', 'auth/unauthorized-domain'],
  ['disabled_client', 'auth/operation-not-allowed'],
  ['deleted_client', 'auth/operation-not-allowed'],
  ['unauthorized_client', 'auth/operation-not-allowed'],
  ['org_internal', 'auth/operation-not-allowed'],
  ['admin_policy_enforced', 'auth/operation-not-allowed'],
])

/** The reason of the field's list for what a provider answered in place of a person. */
export function readProviderError(provider: SocialProvider, said: ProviderWords): SocialRefusal {
  const inner = isRecord(said['error']) ? said['error'] : {}
  const error = typeof said['error'] === 'string' ? said['error'] : ''
  if (error === 'access_denied') return 'auth/user-cancelled'
  if (error === 'temporarily_unavailable') return 'auth/network-request-failed'
  if (provider === 'google') return googleErrors.get(error) ?? 'auth/internal-error'
  const texts = [inner['message'], said['error_description'], said['error_message'], error]
  const words = texts.filter((text) => typeof text === 'string').join(' ')
  return (
    facebookCodes.get(Number(inner['code'] ?? said['error_code'])) ??
    facebookWords.find(([pattern]) => pattern.test(words))?.[1] ??
    'auth/internal-error'
  )
}

/** The reason for what was thrown while a provider was asked: its answer, or that there was none. */
export function readThrown(provider: SocialProvider, thrown: unknown): SocialRefusal {
  // The library throws an answer that is not 2xx as its body together with its status.
  if (isRecord(thrown) && typeof thrown['status'] === 'number') return readProviderError(provider, thrown)
  return isUnreachable(thrown) ? 'auth/network-request-failed' : 'auth/internal-error'
}

/** Whether a call failed on its way: refused, cut off, or too slow. */
function isUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'TimeoutError' || (thrown instanceof TypeError && thrown.message === 'fetch failed')
}

/** The identity library's own words for what it refuses. */
const libraryErrors = new Map<string, SocialRefusal>([
  ['state_not_found', 'auth/timeout'],
  ['state_mismatch', 'auth/timeout'],
  ['nonce_binding_missing', 'auth/timeout'],
  ['account_not_linked', 'auth/account-exists-with-different-credential'],
  ['account_already_linked_to_different_user', 'auth/credential-already-in-use'],
  ['email_not_found', 'auth/missing-email'],
  ['USER_EMAIL_NOT_FOUND', 'auth/missing-email'],
  ['oauth_provider_not_found', 'auth/operation-not-allowed'],
])

/** The reason for an error of the identity library's. */
export function readLibraryError(error: string): SocialRefusal {
  return libraryErrors.get(error.replaceAll(' ', '_')) ?? 'auth/internal-error'
}
