import { expect, test } from 'vitest'
import { refusalSentence } from './booking-refusal.ts'

test('the reason of the list says the number of appointments and the way on, and a block its own words', () => {
  expect(refusalSentence(null)).toBeNull()
  expect(refusalSentence('too_many_appointments; upcoming=3')).toBe(
    'You have 3 upcoming appointments, the limit for one account. To schedule another, cancel one first.',
  )
  expect(refusalSentence('customer_blocked')).toMatch(/^Booking is paused/)
})
