import { expect, test } from 'vitest'
import { routeLabel } from './route-label.ts'

test('a route is counted by its pattern, and the files of a build as one', () => {
  expect(
    ['/api/appointments/:id', '/assets/index-B1x.js', '/pictures/tesla.avif', '/favicon.svg', undefined].map(
      routeLabel,
    ),
  ).toEqual(['/api/appointments/:id', '/assets/*', '/pictures/*', '/favicon.svg', 'none'])
})
