import { expect, test } from 'vitest'
import { refusals } from '../refusals.ts'
import { priceEndpoints } from './price-endpoints.ts'

type Given = (typeof priceEndpoints)['price.findLinked' | 'price.agreeByLink']['refusals'][number]

/**
 * The refusals that a visitor of the link to a price can read. `listed`: with the sentence of the list.
 * `own`: with a sentence to the customer, which tests/api/price-agreement.test.ts reads.
 */
const given: Record<Given, 'listed' | 'own'> = {
  link_not_valid: 'listed',
  too_many_requests: 'listed',
  phone_not_matching: 'listed',
  appointment_cancelled: 'listed',
  price_changed: 'listed',
  wording_changed: 'listed',
  card_check_under_way: 'listed',
  tips_off: 'listed',
  card_refused: 'listed',
  card_provider_unavailable: 'listed',
  appointment_not_changeable: 'own',
  extra_too_low: 'own',
  total_too_low: 'own',
}

const wordsForStaff =
  /the customer|refund|in cash|change the lines|remove lines|cancel the appointment|one step back/i

test('a visitor of the link to a price reads no sentence for the shop', () => {
  const listed = (Object.keys(given) as Given[]).filter((code) => given[code] === 'listed')
  expect(listed.filter((code) => wordsForStaff.test(refusals[code]))).toEqual([])
})
