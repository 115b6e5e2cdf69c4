import { expect, test } from 'vitest'
import { packageOfSearch, vehicleOfSearch } from './chosen-on-landing.ts'

test('the form of the landing page names a car in the address', () => {
  const car = { year: '2016', make: 'BMW', model: '3 Series' }
  expect(vehicleOfSearch('?year=2016&car=BMW+3+Series')).toEqual(car)
  expect(vehicleOfSearch('year=2016&car=BMW%203%20Series')).toEqual(car)
})

test('without a year the car is kept, and without a car of ours there is none', () => {
  expect(vehicleOfSearch('year=&car=Audi+Q5')).toEqual({ year: '', make: 'Audi', model: 'Q5' })
  for (const search of ['', 'step=package', 'year=2016', 'year=2016&car=Fiat+500', 'car=constructor'])
    expect(vehicleOfSearch(search)).toBeNull()
})

test('a price card names its package in the address', () => {
  expect(packageOfSearch('?package=2')).toBe(2)
  for (const search of ['', '?package=', '?package=0', '?package=two', '?package=2.5', '?package=99999999'])
    expect(packageOfSearch(search)).toBeNull()
})
