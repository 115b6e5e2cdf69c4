import { expect, test } from 'vitest'
import { timeZoneOptions } from './time-zones.ts'

test.each(['America/Los_Angeles', 'Pacific/Honolulu'])(
  'the zones of the United States come first for %s',
  (present) => {
    const zones = timeZoneOptions(present).map(({ value }) => value)
    const first = zones.slice(0, 7)
    expect(first).toContain(present)
    expect(first.every((zone) => /^(America|Pacific)\//.test(zone))).toBe(true)
    expect(zones.indexOf('Africa/Abidjan')).toBeGreaterThan(first.length - 1)
    expect(new Set(zones).size).toBe(zones.length)
  },
)

test('another present zone stays selectable', () => {
  expect(timeZoneOptions('America/Boise').map(({ value }) => value)).toContain('America/Boise')
  expect(timeZoneOptions('Mars/Olympus')[0]?.value).toBe('Mars/Olympus')
})
