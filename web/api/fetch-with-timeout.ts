import { watchRequest } from './slow-requests.ts'

/** How long a silent server is waited for when it is asked for something: then there is no connection. */
const timeoutMs = 60_000

/**
 * As `fetch`, and it is told when an answer takes long. What only reads is asked for anew when the person wants it, and fails
 * after a minute without an answer. Whoever sends something waits for as long as the caller does.
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
