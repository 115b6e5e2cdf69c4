import { expect, test } from 'vitest'
import { standings } from '../../contract/identity/roles.ts'
import { adminViewOf } from '../admin/admin-view.ts'
import { navItemsOf } from './navigation.ts'
import { places } from './views.ts'

test.each(standings)('each entry of the navigation opens its view, with a key of its own: %s', (standing) => {
  const items = navItemsOf(standing, null)
  for (const { place, href } of items) {
    if (place === 'work') continue
    expect([place, adminViewOf(new URL(href, 'https://own.invalid').search, standing)]).toEqual([
      place,
      place,
    ])
  }
  const keys = items.flatMap(({ shortcut }) => shortcut ?? [])
  expect(new Set(keys).size).toBe(keys.length)
})

test('each standing has its views, and an address of another leads to the list', () => {
  const placesOf = (standing: (typeof standings)[number]) =>
    navItemsOf(standing, null).map(({ place }) => place)
  expect(placesOf('technician')).toEqual(['work'])
  expect(placesOf('desk')).toEqual([
    'today',
    'board',
    'appointments',
    'contacts',
    'reviews',
    'overview',
    'shop',
  ])
  expect(placesOf('administrator')).toEqual([
    'today',
    'board',
    'appointments',
    'contacts',
    'reviews',
    'overview',
    'shops',
    'payouts',
    'customers',
    'fitment',
  ])
  const opened = places.map((place) => adminViewOf(`?view=${place}`, 'desk'))
  expect(new Set(opened)).toEqual(new Set(placesOf('desk')))
  expect(adminViewOf('?view=work', 'technician')).toBe('appointments')
  expect(navItemsOf('owner', 7).map(({ href }) => href)).toContain('/admin?view=board&shop=7')
  expect(navItemsOf('owner', 7).map(({ href }) => href)).toContain('/admin?shop=7')
})
