import { expect, test } from 'vitest'
import { consentSentence, consentTo, unrecordedConsent } from './consent.ts'

test('the consent names the button, the amount and the card', () => {
  expect(consentSentence('booking', { priceCents: 79_900 })).toBe(
    'By tapping Secure Appointment, you authorize Dashfit to place a hold of $799 on this card, save the card, renew the hold if it expires before your appointment, and charge it after the installation. We won’t use it for anything else.',
  )
  expect(consentSentence('package', { priceCents: 129_900, card: 'your Visa ending in 4242' })).toContain(
    'By tapping Agree and Change, you authorize',
  )
  expect(consentSentence('package', { priceCents: 129_900, card: 'your Visa ending in 4242' })).toContain(
    'a hold of $1,299 on your Visa ending in 4242, save the card,',
  )
})

test('the consent names the wallet buttons that are shown, in the order of the page', () => {
  const opening = (shownWallets: Parameters<typeof consentSentence>[1]['shownWallets'] = []) =>
    consentSentence('booking', { priceCents: 79_900, shownWallets }).split(' you authorize')[0]
  expect(opening(['apple_pay'])).toBe('By tapping Secure Appointment or Apple Pay,')
  expect(opening(['google_pay', 'apple_pay'])).toBe(
    'By tapping Secure Appointment, Apple Pay, or Google Pay,',
  )
})

test('the record of a consent names the tapped wallet, which was shown even if the browser is silent about it', () => {
  expect(consentTo('booking', { priceCents: 79_900, paidWith: 'apple_pay' })).toEqual({
    button: 'Apple Pay',
    text: consentSentence('booking', { priceCents: 79_900, shownWallets: ['apple_pay'] }),
  })
  expect(consentTo('booking', { priceCents: 79_900, shownWallets: ['google_pay'] })).toEqual({
    button: 'Secure Appointment',
    text: consentSentence('booking', { priceCents: 79_900, shownWallets: ['google_pay'] }),
  })
})

test('a consent from before texts were recorded keeps the words that were shown then', () => {
  expect(unrecordedConsent('booking', 49_900).text).toMatch(
    /^By pressing Secure Appointment you allow Dashfit to place a hold of \$499 on this card, and to save/,
  )
})

test('the fee for a late cancellation or a no-show is part of the consent', () => {
  const lateFee = { feeCents: 5_000, freeHours: 24 }
  expect(consentSentence('booking', { priceCents: 79_900, lateFee })).toContain(
    'charge it after the installation. If you cancel less than 24 hours before your appointment or don’t come, you authorize us to charge a fee of $50 instead. We won’t use it for anything else.',
  )
})
