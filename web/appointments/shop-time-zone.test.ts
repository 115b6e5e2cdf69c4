import { expect, test } from 'vitest'
import { foreignZoneName } from './shop-time-zone.ts'

test('a different clock has the local name of its zone', () => {
  expect(foreignZoneName('America/Los_Angeles', 'America/New_York')('2026-12-07')).toBe('PST')
  expect(foreignZoneName('America/Los_Angeles', 'Europe/Berlin')('2026-07-06')).toBe('PDT')
})

test('clocks that agree have no name, even in zones with different names', () => {
  expect(foreignZoneName('America/Los_Angeles', 'America/Los_Angeles')('2026-12-07')).toBeNull()
  expect(foreignZoneName('America/Los_Angeles', 'America/Tijuana')('2026-12-07')).toBeNull()
  // Arizona has no daylight saving time: it equals Los Angeles in summer and Denver in winter.
  expect(foreignZoneName('America/Phoenix', 'America/Los_Angeles')('2026-07-06')).toBeNull()
  expect(foreignZoneName('America/Phoenix', 'America/Los_Angeles')('2026-12-07')).toBe('MST')
})
