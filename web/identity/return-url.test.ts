import { expect, test } from 'vitest'
import { returnUrlOf, afterSignIn } from './return-url.ts'

test('a page of ours is a return URL with its query and fragment', () => {
  expect(returnUrlOf('/scheduler?step=payment')).toBe('/scheduler?step=payment')
  expect(returnUrlOf('/admin?view=shop&shop=5')).toBe('/admin?view=shop&shop=5')
  expect(returnUrlOf('/account#second-factor')).toBe('/account#second-factor')
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
])('%j is no return URL', (text) => {
  expect(returnUrlOf(text)).toBeNull()
})

const customer = (id: string) => ({ id, role: 'customer' as const, workplaces: [] })

test('staff begin at the day of the shop', () => {
  const workplaces = [{ shopId: 5, shopName: 'Second Gear', role: 'desk' as const, isSuspended: false }]
  expect(afterSignIn({ ...customer('pat'), workplaces }, null, null).to).toBe('/admin?view=today')
  expect(afterSignIn({ ...customer('pat'), role: 'administrator' }, null, null).to).toBe('/admin?view=today')
})

test('only the same user returns to the stored page', () => {
  const place = { owner: 'pat', address: '/account#email', state: { kept: true } }
  expect(afterSignIn(customer('pat'), place, null)).toEqual({ to: '/account#email', state: { kept: true } })
  expect(afterSignIn(customer('robin'), place, null)).toEqual({ to: '/scheduler', state: null })
  expect(afterSignIn(customer('pat'), null, null)).toEqual({ to: '/scheduler', state: null })
})

test('a booking begun as a visitor goes on first', () => {
  const place = { owner: 'pat', address: '/account#email', state: null }
  const booking = '/scheduler?step=payment'
  expect(afterSignIn(customer('pat'), place, booking)).toEqual({ to: booking, state: null })
})
