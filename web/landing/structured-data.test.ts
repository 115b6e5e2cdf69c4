import { expect, test } from 'vitest'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { structuredData } from './structured-data.ts'

const times = { open: '09:00', close: '17:00' }
const shop: BookableShop = {
  id: 7,
  businessName: 'Second Gear',
  address: 'Behind the old mill',
  timeZone: 'America/Los_Angeles',
  businessHours: {
    monday: times,
    tuesday: { open: '10:00', close: '18:00' },
    wednesday: times,
    thursday: null,
    friday: null,
    saturday: null,
    sunday: null,
  },
  sendsTexts: false,
  cancellation: null,
  closures: [{ firstDay: '2026-12-24', lastDay: '2027-01-01' }],
  facts: {},
}

const shopOf = (changes: Partial<BookableShop>) =>
  structuredData(
    { packages: [], shops: [{ ...shop, ...changes }], moreShops: 0, currentYear: 2026 },
    'https://book.example.com',
  )['@graph'].find((thing) => thing['@type'] === 'AutoRepair')

test('days with equal hours are grouped, closed days are omitted, closures are closed all day', () => {
  expect(shopOf({})).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: ['Monday', 'Wednesday'], opens: '09:00', closes: '17:00' },
      { dayOfWeek: ['Tuesday'], opens: '10:00', closes: '18:00' },
    ],
    specialOpeningHoursSpecification: [
      { opens: '00:00', closes: '00:00', validFrom: '2026-12-24', validThrough: '2027-01-01' },
    ],
  })
})

test('an address is given in parts if it can be parsed, else as it is', () => {
  expect(shopOf({})?.['address']).toBe('Behind the old mill')
  expect(shopOf({ address: '1 Garage Lane, Suite 4, Pasadena, CA' })?.['address']).toEqual({
    '@type': 'PostalAddress',
    streetAddress: '1 Garage Lane, Suite 4',
    addressLocality: 'Pasadena',
    addressRegion: 'CA',
    addressCountry: 'US',
  })
})

test('without packages there is no price', () => {
  expect(JSON.stringify(shopOf({}))).not.toContain('priceRange')
})
