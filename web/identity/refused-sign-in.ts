import { navigate } from 'wouter/use-browser-location'
import { refusals } from '../../contract/refusals.ts'
import { tryAgainAt } from '../api/try-again-at.ts'
import { paths } from '../paths.ts'

const longestWaitSeconds = 86_400

/**
 * The sentence of a refusal with which the server sent the browser here, as after a provider's sign-in. The
 * address names a code of the closed list; any other is not shown.
 */
export function refusedSentence(search = location.search): string | null {
  const asked = new URLSearchParams(search)
  const code = asked.get('refused')
  if (code !== 'too_many_requests' && code !== 'unavailable') return null
  const wait = Number(asked.get('wait'))
  const isWait = Number.isInteger(wait) && wait > 0 && wait <= longestWaitSeconds
  return isWait ? `${refusals[code]} ${tryAgainAt(wait)}` : refusals[code]
}

/** Takes the refusal out of the address: after a reload its time would be wrong. */
export function clearRefusal(): void {
  if (new URLSearchParams(location.search).has('refused')) navigate(paths.login, { replace: true })
}
