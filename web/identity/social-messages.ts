import type { SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { refusals, type RefusalCode } from '../../contract/refusals.ts'
import { CallError } from '../api/client.ts'
import { isAuthCode, type AuthCode } from './social-outcome.ts'

export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  SocialProvider,
  string
>

/** Messages that differ from the general ones for a provider. */
function ownSentences(name: string): Partial<Record<AuthCode, string>> {
  return {
    'auth/operation-not-allowed': `${name} sign-in is not enabled.`,
    'auth/unauthorized-domain': `${name} sign-in isn’t set up for this site. Sign in another way.`,
    'auth/network-request-failed': `We couldn’t reach ${name}. Try again.`,
  }
}

const sentences: Record<SocialProvider, Partial<Record<AuthCode, string>>> = {
  google: {
    ...ownSentences(providerNames.google),
    'auth/internal-error': 'An error occurred during Google authentication.',
    // The general message names Facebook; Google has such an allowlist of addresses too.
    'auth/redirect-not-whitelisted':
      'Google login is not properly configured: the address of this site is not registered there. Please sign in another way.',
  },
  facebook: {
    ...ownSentences(providerNames.facebook),
    'auth/internal-error': 'An error occurred during Facebook authentication. Please try again later.',
  },
}

/** The message for a result code of this provider. */
export function socialSentence(provider: SocialProvider, code: AuthCode): string {
  return sentences[provider][code] ?? refusals[code]
}

/** The reason why a sign-in failed. `soft`: a guess or the user's own choice, so no error styling. */
export type SocialProblem = { sentence: string; code: RefusalCode | null; soft: boolean }

/** The problem for a result code. */
export function problemOf(provider: SocialProvider, code: AuthCode, soft = false): SocialProblem {
  return { sentence: socialSentence(provider, code), code, soft }
}

/** The message of a sign-in that our server did not start, with the provider's reason if there is one. */
export function beginningProblem(provider: SocialProvider, error: unknown): SocialProblem {
  if (!(error instanceof CallError)) return problemOf(provider, 'auth/internal-error')
  const { code, message, status } = error
  if (isAuthCode(code) && message === refusals[code]) return problemOf(provider, code)
  if (code === null && status !== 0) return problemOf(provider, 'auth/internal-error')
  return { sentence: message, code, soft: false }
}

export const blockedProblem: SocialProblem = {
  sentence: 'Sign-in popup was blocked. Please allow popups for this site.',
  code: null,
  soft: true,
}

export function linkedSentence(provider: SocialProvider): string {
  return `You can sign in with ${providerNames[provider]} from now on.`
}
