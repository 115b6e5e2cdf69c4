import { expect, test } from 'vitest'
import { socialProviders } from '../../contract/identity/social-sign-in.ts'
import { refusals, type RefusalCode } from '../../contract/refusals.ts'
import { CallError } from '../api/client.ts'
import { beginningProblem, socialSentence } from './social-messages.ts'
import { isAuthCode } from './social-outcome.ts'

const authCodes = (Object.keys(refusals) as RefusalCode[]).filter((code) => isAuthCode(code))

test('every code has a full sentence for both providers, and none names the other provider', () => {
  expect(authCodes.length).toBeGreaterThan(15)
  for (const code of authCodes) {
    const [google, facebook] = socialProviders.map((provider) => socialSentence(provider, code))
    expect(google).toMatch(/^([A-Z].*\.|Sign-in cancelled by user)$/)
    expect(facebook).toMatch(/^([A-Z].*\.|Sign-in cancelled by user)$/)
    expect(google).not.toContain('Facebook')
    expect(facebook).not.toContain('Google')
  }
})

test('the specified sentences are exact', () => {
  const google = (code: (typeof authCodes)[number]) => socialSentence('google', code)
  const facebook = (code: (typeof authCodes)[number]) => socialSentence('facebook', code)
  expect(google('auth/user-cancelled')).toBe('Sign-in cancelled by user')
  expect(facebook('auth/user-cancelled')).toBe('Sign-in cancelled by user')
  expect(google('auth/internal-error')).toBe('An error occurred during Google authentication.')
  expect(facebook('auth/internal-error')).toBe(
    'An error occurred during Facebook authentication. Please try again later.',
  )
  expect(facebook('auth/redirect-not-whitelisted')).toBe(
    "Facebook login is not properly configured. Please ensure you have whitelisted this application's domain in your Facebook Developer Console.",
  )
  expect(google('auth/operation-not-allowed')).toBe('Google sign-in is not enabled.')
  expect(facebook('auth/operation-not-allowed')).toBe('Facebook sign-in is not enabled.')
})

test("a sign-in that fails to start shows the server's reason if there is one", () => {
  const sentenceOf = (error: unknown) => beginningProblem('google', error).sentence
  expect(sentenceOf(new CallError('Wait a little.', 429, 'too_many_requests'))).toBe('Wait a little.')
  expect(sentenceOf(new CallError('Not here today.', 403, 'auth/operation-not-allowed'))).toBe(
    'Not here today.',
  )
  expect(
    sentenceOf(new CallError(refusals['auth/operation-not-allowed'], 403, 'auth/operation-not-allowed')),
  ).toBe('Google sign-in is not enabled.')
  expect(sentenceOf(new CallError('No connection.', 0))).toBe('No connection.')
  const fallback = 'An error occurred during Google authentication.'
  expect(sentenceOf(new CallError('something went wrong (id)', 500))).toBe(fallback)
  expect(sentenceOf(new Error('whatever'))).toBe(fallback)
})
