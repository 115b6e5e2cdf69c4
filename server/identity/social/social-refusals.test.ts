import { describe, expect, test } from 'vitest'
import { readLibraryError, readProviderError, readThrown } from './social-refusals.ts'

describe('Facebook', () => {
  test.each([
    [{ error: 'access_denied', error_code: '200', error_reason: 'user_denied' }, 'auth/user-cancelled'],
    [{ error_code: '1349048', error_message: 'URL kan niet worden geladen' }, 'auth/unauthorized-domain'],
    [{ error: { code: 191, message: 'URL kan niet worden geladen' } }, 'auth/unauthorized-domain'],
    [
      {
        error_code: '1',
        error_message: "Can't Load URL: The domain of this URL isn't included in the app's domains.",
      },
      'auth/unauthorized-domain',
    ],
    [
      {
        error_code: '1',
        error_message:
          'URL Blocked: This redirect failed because the redirect URI is not whitelisted in the app’s Client OAuth Settings.',
      },
      'auth/redirect-not-whitelisted',
    ],
    [
      { error: { code: 1, message: 'App not active: This app is not accessible right now' } },
      'auth/operation-not-allowed',
    ],
    [
      { error: { code: 1, message: 'App Not Setup: This app is still in development mode' } },
      'auth/operation-not-allowed',
    ],
    [{ error_code: '901', error_message: 'This app is in sandbox mode.' }, 'auth/operation-not-allowed'],
    [{ error: { code: 200, message: 'API access blocked.' } }, 'auth/operation-not-allowed'],
    [{ error: { code: 100, message: 'This authorization code has been used.' } }, 'auth/internal-error'],
    [{ error: { code: 2, message: 'Service temporarily unavailable' } }, 'auth/internal-error'],
    [{}, 'auth/internal-error'],
    [{ error: null, error_code: ['1349048', '2'] }, 'auth/internal-error'],
  ] as const)('%j maps to %s', (said, code) => {
    expect(readProviderError('facebook', said)).toBe(code)
  })
})

describe('Google', () => {
  test.each([
    ['access_denied', 'auth/user-cancelled'],
    ['redirect_uri_mismatch', 'auth/unauthorized-domain'],
    ['disabled_client', 'auth/operation-not-allowed'],
    ['temporarily_unavailable', 'auth/network-request-failed'],
    ['server_error', 'auth/internal-error'],
    ['constructor', 'auth/internal-error'],
  ] as const)('%s maps to %s', (error, code) => {
    expect(readProviderError('google', { error })).toBe(code)
  })
})

test('readThrown distinguishes a provider error, a network failure and a bug', () => {
  expect(readThrown('google', { status: 401, statusText: '', error: 'disabled_client' })).toBe(
    'auth/operation-not-allowed',
  )
  expect(readThrown('google', new TypeError('fetch failed'))).toBe('auth/network-request-failed')
  expect(readThrown('facebook', new DOMException('too slow', 'TimeoutError'))).toBe(
    'auth/network-request-failed',
  )
  expect(readThrown('facebook', new TypeError('x is not a function'))).toBe('auth/internal-error')
  expect(readThrown('facebook', undefined)).toBe('auth/internal-error')
})

test('readLibraryError maps better-auth’s error codes to refusal codes', () => {
  expect(readLibraryError('account not linked')).toBe('auth/account-exists-with-different-credential')
  expect(readLibraryError('state_mismatch')).toBe('auth/timeout')
  expect(readLibraryError('something new')).toBe('auth/internal-error')
  expect(readLibraryError('toString')).toBe('auth/internal-error')
})
