import { expect, test } from 'vitest'
import { visitSourceOf } from './visit-source.ts'

test('the referrer gives the kind of page that led here', () => {
  const kinds = [
    ['', 'direct'],
    ['not an address', 'direct'],
    ['https://dashfit.example/book', 'direct'],
    ['https://www.google.com/', 'search'],
    ['https://www.google.co.uk/search?q=carplay', 'search'],
    ['https://duckduckgo.com/', 'search'],
    ['https://www.google.com/maps/place/x', 'maps'],
    ['https://maps.google.com/', 'maps'],
    ['https://l.facebook.com/', 'social'],
    ['https://t.co/abc', 'social'],
    ['https://forum.example/thread', 'referral'],
    ['https://notgoogle.example/', 'referral'],
  ] as const
  for (const [referrer, kind] of kinds) expect(visitSourceOf(referrer, 'dashfit.example')).toBe(kind)
})
