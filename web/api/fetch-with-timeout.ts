import { watchRequest, wayBackAfterMs } from './slow-requests.ts'

/**
 * Fetches and reads an answer, in 20 seconds at most: then it counts as no connection. Longer than the server
 * takes, which may still complete a write. A slow request is reported, and a read is sent again when the user
 * asks for it.
 */
export async function fetchWithTimeout<Answer>(
  address: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const isRead = (init.method ?? 'GET') === 'GET'
  for (;;) {
    const attempt = new AbortController()
    const giveUp = () => attempt.abort()
    init.signal?.addEventListener('abort', giveUp)
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
    const timeout = setTimeout(giveUp, wayBackAfterMs)
    try {
      return await read(await fetch(address, { ...init, signal: attempt.signal }))
    } catch (error) {
      if (!again || init.signal?.aborted) throw error
    } finally {
      clearTimeout(timeout)
      done()
      init.signal?.removeEventListener('abort', giveUp)
    }
  }
}
