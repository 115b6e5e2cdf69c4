import { expect, test } from 'vitest'
import { readSocialMessage, readSocialReturn } from './social-outcome.ts'

const flow = '5f0c3c5e-8f53-4f0d-9a52-0d7f4d8a6a01'

test('the address of the return says provider, mode, flow and how it ended', () => {
  const query = (outcome: string) => `provider=google&mode=popup&flow=${flow}&outcome=${outcome}`
  expect(readSocialReturn(query('signed-in'))).toEqual({
    provider: 'google',
    mode: 'popup',
    flow,
    result: 'signed-in',
  })
  expect(readSocialReturn(`?${query('auth/user-cancelled')}`)?.result).toBe('auth/user-cancelled')
})

test('an outcome that is not on the closed list counts as an error, never as a sentence of its own', () => {
  for (const forged of ['<b>Call us at 555</b>', 'auth/none', 'auth/', '__proto__', 'wrong_password', '']) {
    const query = new URLSearchParams({ provider: 'facebook', mode: 'redirect', flow, outcome: forged })
    expect(readSocialReturn(String(query))?.result).toBe('auth/internal-error')
  }
})

test('an address without provider or mode is none of the server', () => {
  expect(readSocialReturn('')).toBeNull()
  expect(readSocialReturn(`provider=evil&mode=popup&flow=${flow}`)).toBeNull()
  expect(readSocialReturn(`provider=google&mode=frame&flow=${flow}`)).toBeNull()
  expect(readSocialReturn(`provider=google&flow=${flow}`)).toBeNull()
})

test('where the server no longer knows which sign-in it was, the rest is still read', () => {
  const query = 'provider=google&mode=redirect&outcome=auth%2Ftimeout'
  expect(readSocialReturn(query)).toMatchObject({ flow: '', result: 'auth/timeout' })
})

test('what comes over the channel is read, and anything strange is left alone', () => {
  const message = { provider: 'facebook', flow, result: 'signed-in' }
  expect(readSocialMessage(message)).toEqual(message)
  expect(readSocialMessage({ ...message, result: { evil: true } })?.result).toBe('auth/internal-error')
  for (const strange of [null, undefined, 7, 'signed-in', [], {}, { ...message, provider: 'evil' }]) {
    expect(readSocialMessage(strange)).toBeNull()
  }
  expect(readSocialMessage({ ...message, flow: 3 })).toBeNull()
})
