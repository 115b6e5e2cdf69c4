import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNewsQueue, type News } from './news-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue whose refetches end when the test says so. */
function openQueue() {
  const begun: News[] = []
  let end: () => void = () => undefined
  const page = { mayRefetch: true }
  const queue = createNewsQueue({
    refetch: (news) => {
      begun.push(news)
      return new Promise<void>((resolve) => (end = resolve))
    },
    mayRefetch: () => page.mayRefetch,
  })
  return { queue, begun, page, end: () => end() }
}

test('the first news refetches at once, and news during a refetch brings one more', async () => {
  const { queue, begun, end } = openQueue()
  queue.add(5)
  expect(begun).toEqual([new Set([5])])
  queue.add(6)
  queue.add(7)
  queue.add(6)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toHaveLength(1)
  end()
  await vi.advanceTimersByTimeAsync(499)
  expect(begun).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual([new Set([5]), new Set([6, 7])])
})

test('news of every shop takes in that of single ones', async () => {
  const { queue, begun, end } = openQueue()
  queue.add(1)
  queue.add(5)
  queue.add('all')
  queue.add(6)
  end()
  await vi.advanceTimersByTimeAsync(500)
  expect(begun).toEqual([new Set([1]), 'all'])
})

test('a page that may not change now gets the news later', async () => {
  const { queue, begun, page } = openQueue()
  page.mayRefetch = false
  queue.add(5)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual([])
  page.mayRefetch = true
  await vi.advanceTimersByTimeAsync(500)
  expect(begun).toEqual([new Set([5])])
})
