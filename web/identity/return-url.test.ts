import { expect, test } from 'vitest'
import { returnAddressOf, whereToGoOn } from './return-url.ts'

test('a page of ours is gone back to with all its address says', () => {
  expect(returnAddressOf('/scheduler?step=payment')).toBe('/scheduler?step=payment')
  expect(returnAddressOf('/admin?view=shop&shop=5')).toBe('/admin?view=shop&shop=5')
  expect(returnAddressOf('/account#second-factor')).toBe('/account#second-factor')
})

test.each([
  'https://elsewhere.example/scheduler',
  '//elsewhere.example/scheduler',
  '/\\elsewhere.example/scheduler',
  '/\t/elsewhere.example/scheduler',
  'javascript:alert(1)',
  '/api/account/data',
  '/scheduler/../api/account/data',
  '/no-such-page',
  '/',
  '/login',
  '/reset-password',
  'scheduler',
  '',
])('%j is no place to go back to', (text) => {
  expect(returnAddressOf(text)).toBeNull()
})

test('only the person whose session ended goes on there', () => {
  const place = { owner: 'pat', address: '/account#email', state: { kept: true } }
  expect(whereToGoOn({ id: 'pat' }, place)).toEqual({ to: '/account#email', state: { kept: true } })
  expect(whereToGoOn({ id: 'robin' }, place)).toEqual({ to: '/scheduler', state: null })
  expect(whereToGoOn({ id: 'pat' }, null)).toEqual({ to: '/scheduler', state: null })
})
