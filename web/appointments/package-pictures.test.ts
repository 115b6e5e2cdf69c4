import { expect, test } from 'vitest'
import { picturesOf, wordsFor } from './package-pictures.ts'

test.each([
  ['smart-connect-essential', 'BMW', 'bmw-essential', 'bmw-before'],
  ['smart-connect-premium', 'Mercedes', 'mercedes-premium', 'mercedes-before'],
  ['ultra-connect-pro', 'Audi', 'audi-pro', 'audi-before'],
  ['ultra-connect-pro', 'Lexus', 'lexus-pro', 'lexus-before'],
])('%s in a %s shows that make’s dashboard', (name, make, after, before) => {
  expect(picturesOf(`/pictures/${name}.svg`, make)).toEqual({
    after: `/pictures/dashboards/${after}.svg`,
    before: `/pictures/dashboards/${before}.svg`,
  })
})

test('a picture of the operator’s own, and one for an unknown make, stays as it is', () => {
  const own = 'https://example.test/photo.jpg'
  expect(picturesOf(own, 'Lexus')).toEqual({ after: own, before: null })
  expect(picturesOf('/pictures/ultra-connect-pro.svg', 'Škoda')).toEqual({
    after: '/pictures/ultra-connect-pro.svg',
    before: null,
  })
  expect(picturesOf('/pictures/ultra-connect-pro.svg', 'constructor').before).toBeNull()
})

test('the text of a picture names make and package', () => {
  expect(wordsFor('Ultra Connect Pro', 'Lexus', false)).toBe('Lexus dashboard with Ultra Connect Pro')
  expect(wordsFor('Ultra Connect Pro', 'Lexus', true)).toBe(
    'Lexus dashboard with the screen from the factory',
  )
  expect(wordsFor('Ultra Connect Pro', '', false)).toBe('Dashboard with Ultra Connect Pro')
})
