import { expect, test } from 'vitest'
import { routeLabel } from './route-label.ts'

test('a route is labelled by its pattern, and all build assets share one label', () => {
  expect(
    ['/api/appointments/:id', '/assets/index-B1x.js', '/pictures/tesla.avif', '/favicon.svg', undefined].map(
      routeLabel,
    ),
  ).toEqual(['/api/appointments/:id', '/assets/*', '/pictures/*', '/favicon.svg', 'none'])
})
