import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShopNews } from './shop-news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first news is told at once, later ones of the interval as one at its end', () => {
  const told: number[] = []
  const news = createShopNews((shopId) => told.push(shopId))
  news.add(5)
  news.add(5)
  news.add(7)
  news.add(5)
  expect(told).toEqual([5, 7])
  vi.advanceTimersByTime(249)
  expect(told).toEqual([5, 7])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([5, 7, 5])
  // The event at the end begins an interval too.
  news.add(5)
  expect(told).toEqual([5, 7, 5])
  vi.advanceTimersByTime(250)
  expect(told).toEqual([5, 7, 5, 5])
  vi.advanceTimersByTime(1000)
  news.add(5)
  expect(told).toEqual([5, 7, 5, 5, 5])
})
