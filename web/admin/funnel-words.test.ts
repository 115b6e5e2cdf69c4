import { expect, test } from 'vitest'
import { funnelBars, funnelFinding } from './funnel-words.ts'

const funnel = {
  days: 28,
  counts: [
    { step: 'landing', source: 'search', visits: 150 },
    { step: 'landing', source: 'direct', visits: 50 },
    { step: 'vehicle', source: 'search', visits: 80 },
    { step: 'booked', source: 'search', visits: 9 },
  ] as const,
}

test('each step has its visits and its share of the first step, of all sources or of one', () => {
  const all = funnelBars({ ...funnel, counts: [...funnel.counts] }, 'all')
  expect(all.map(({ name, visits, share }) => [name, visits, share])).toEqual([
    ['Landing page', 200, '100%'],
    ['Vehicle', 80, '40%'],
    ['Package', 0, '0%'],
    ['Schedule', 0, '0%'],
    ['Sign-in', 0, '0%'],
    ['Payment', 0, '0%'],
    ['Booked', 9, '5%'],
  ])
  expect(funnelFinding(all)).toBe('200 visits to the landing page, 9 bookings')
  const direct = funnelBars({ ...funnel, counts: [...funnel.counts] }, 'direct')
  expect([direct[0]?.visits, direct.at(-1)?.visits]).toEqual([50, 0])
})

test('without visits there are no shares', () => {
  const none = funnelBars({ days: 28, counts: [] }, 'all')
  expect(none.map(({ share, width }) => [share, width])).toEqual(none.map(() => [null, 0]))
  expect(funnelFinding(none)).toBe('No visits to the landing page yet')
})
