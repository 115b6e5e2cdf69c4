import { expect, test } from 'vitest'
import { readSocialMessage, readSocialReturn } from './social-outcome.ts'

const flow = '5f0c3c5e-8f53-4f0d-9a52-0d7f4d8a6a01'

test('the return address has provider, mode, flow and result', () => {
  const query = (outcome: string) => `provider=google&mode=popup&flow=${flow}&outcome=${outcome}`
  expect(readSocialReturn(query('signed-in'))).toEqual({
    provider: 'google',
    mode: 'popup',
    flow,
    result: 'signed-in',
  })
  expect(readSocialReturn(`?${query('auth/user-cancelled')}`)?.result).toBe('auth/user-cancelled')
})

test('a result outside the closed list counts as an error and is never shown', () => {
  for (const forged of ['<b>Call us at 555</b>', 'auth/none', 'auth/', '__proto__', 'wrong_password', '']) {
    const query = new URLSearchParams({ provider: 'facebook', mode: 'redirect', flow, outcome: forged })
    expect(readSocialReturn(String(query))?.result).toBe('auth/internal-error')
  }
})

test('an address without provider or mode is not from the server', () => {
  expect(readSocialReturn('')).toBeNull()
  expect(readSocialReturn(`provider=evil&mode=popup&flow=${flow}`)).toBeNull()
  expect(readSocialReturn(`provider=google&mode=frame&flow=${flow}`)).toBeNull()
  expect(readSocialReturn(`provider=google&flow=${flow}`)).toBeNull()
})

test('without a flow the rest of the address is still parsed', () => {
  const query = 'provider=google&mode=redirect&outcome=auth%2Ftimeout'
  expect(readSocialReturn(query)).toMatchObject({ flow: '', result: 'auth/timeout' })
})

test('messages of the channel are parsed, and anything else is ignored', () => {
  const message = { provider: 'facebook', flow, result: 'signed-in' }
  expect(readSocialMessage(message)).toEqual(message)
  expect(readSocialMessage({ ...message, result: { evil: true } })?.result).toBe('auth/internal-error')
  for (const strange of [null, undefined, 7, 'signed-in', [], {}, { ...message, provider: 'evil' }]) {
    expect(readSocialMessage(strange)).toBeNull()
  }
  expect(readSocialMessage({ ...message, flow: 3 })).toBeNull()
})
