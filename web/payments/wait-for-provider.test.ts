import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { leaveSlowRequests } from '../api/slow-requests.ts'
import { ProviderTimeout, waitForProvider } from './wait-for-provider.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never = new Promise<never>(() => undefined)

/** The outcome of a wait so far. */
function outcomeOf(work: Promise<unknown>): { told: string } {
  const outcome = { told: 'waits' }
  work.then(
    () => (outcome.told = 'answered'),
    (error: unknown) => (outcome.told = error instanceof Error ? error.name : String(error)),
  )
  return outcome
}

test('a provider that never answers is given up after 20 seconds, and not before', async () => {
  const outcome = outcomeOf(waitForProvider(never))
  await vi.advanceTimersByTimeAsync(19_900)
  expect(outcome.told).toBe('waits')
  await vi.advanceTimersByTimeAsync(200)
  expect(outcome.told).toBe(new ProviderTimeout().name)
})

test('a person at the bank may take long, and can stop waiting after 20 seconds', async () => {
  const outcome = outcomeOf(waitForProvider(never, { person: true }))
  await vi.advanceTimersByTimeAsync(19_900)
  leaveSlowRequests()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.told).toBe('waits')
  await vi.advanceTimersByTimeAsync(180_000)
  expect(outcome.told).toBe('waits')
  leaveSlowRequests()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.told).toBe(new ProviderTimeout().name)
})

test.each(['GET', 'POST', 'PATCH', 'DELETE'])(
  'a %s ends after 20 seconds, also in its body',
  async (method) => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
      })
      return Promise.resolve(new Response(body))
    })
    const outcome = outcomeOf(fetchWithTimeout('/', { method }, (response) => response.json()))
    await vi.advanceTimersByTimeAsync(19_900)
    expect(outcome.told).toBe('waits')
    await vi.advanceTimersByTimeAsync(200)
    expect(outcome.told).toBe('AbortError')
  },
)
