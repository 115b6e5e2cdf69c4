import type { SocialProvider } from '../../../contract/identity/social-sign-in.ts'
import type { SocialRefusal } from './social-flow.ts'

/** A provider's error: query parameters of the redirect, or an error body. */
type ProviderWords = Record<string, unknown>

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Facebook's error numbers come first, because its texts are localized. 1349048 and 191: the domain is not
 * among the app's. 1349168: the redirect address is not whitelisted. 101, 200, 901 and 1349126: the app is
 * deleted, not live, or for its testers only.
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

/** Maps a provider's error to a refusal code. */
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

/** Maps an error thrown during a provider call to a refusal code: an error response, or none. */
export function readThrown(provider: SocialProvider, thrown: unknown): SocialRefusal {
  // better-auth throws a non-2xx response as its body together with its status.
  if (isRecord(thrown) && typeof thrown['status'] === 'number') return readProviderError(provider, thrown)
  return isUnreachable(thrown) ? 'auth/network-request-failed' : 'auth/internal-error'
}

/** Whether a call failed on the network: refused, cut off, or timed out. */
function isUnreachable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'TimeoutError' || (thrown instanceof TypeError && thrown.message === 'fetch failed')
}

/** better-auth's error codes. */
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

/** Maps an error of better-auth to a refusal code. */
export function readLibraryError(error: string): SocialRefusal {
  return libraryErrors.get(error.replaceAll(' ', '_')) ?? 'auth/internal-error'
}
