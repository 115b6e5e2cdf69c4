import { expect, test } from 'vitest'
import { foreignZoneName } from './shop-time-zone.ts'

test('a clock that shows another time is named as people there name it', () => {
  expect(foreignZoneName('America/Los_Angeles', 'America/New_York')('2026-12-07')).toBe('PST')
  expect(foreignZoneName('America/Los_Angeles', 'Europe/Berlin')('2026-07-06')).toBe('PDT')
})

test('clocks that agree are not spoken of, whatever their zones are called', () => {
  expect(foreignZoneName('America/Los_Angeles', 'America/Los_Angeles')('2026-12-07')).toBeNull()
  expect(foreignZoneName('America/Los_Angeles', 'America/Tijuana')('2026-12-07')).toBeNull()
  // Arizona does not turn its clocks: it goes with Los Angeles in summer, with Denver in winter.
  expect(foreignZoneName('America/Phoenix', 'America/Los_Angeles')('2026-07-06')).toBeNull()
  expect(foreignZoneName('America/Phoenix', 'America/Los_Angeles')('2026-12-07')).toBe('MST')
})
