import { readEvents, type LiveEvent } from '../../contract/live/events.ts'
import { accountHeader, routes } from '../../contract/routes.ts'
import { failureOf, toCallError } from '../api/client.ts'

/**
 * Reads the event stream of an account until the server ends it. Read with `fetch`, because an EventSource
 * hides the status of a refusal and cannot name the account of the page. Throws `CallError` for a refusal.
 */
export async function readStream(
  account: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const [, path] = routes['live.watch']
  const response = await fetch(path, { headers: { [accountHeader]: account }, cache: 'no-store', signal })
  if (!response.ok) throw toCallError(await failureOf(response))
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  for (let rest = ''; ;) {
    const { done, value } = await reader.read()
    if (done) return
    const found = readEvents(rest + decoder.decode(value, { stream: true }))
    rest = found.rest
    for (const event of found.events) onEvent(event)
  }
}
