import { watchRequest } from './slow-requests.ts'

/** Timeout of a read in milliseconds; then it counts as no connection. */
const timeoutMs = 60_000

/**
 * As `fetch`, with slow requests reported. A read is retried when the user asks for it, and times out after a
 * minute. A write has no timeout of its own: its caller sets one.
 */
export async function fetchWithTimeout(address: string, init: RequestInit = {}): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET'
  for (;;) {
    const attempt = new AbortController()
    const givenUp = () => attempt.abort()
    init.signal?.addEventListener('abort', givenUp)
    if (init.signal?.aborted) attempt.abort()
    let again = false
    const done = watchRequest(
      isRead
        ? () => {
            again = true
            attempt.abort()
          }
        : null,
    )
    const patience = isRead ? setTimeout(givenUp, timeoutMs) : undefined
    try {
      return await fetch(address, { ...init, signal: attempt.signal })
    } catch (error) {
      if (!again || init.signal?.aborted) throw error
    } finally {
      clearTimeout(patience)
      done()
      init.signal?.removeEventListener('abort', givenUp)
    }
  }
}
