import { accountHeader, reviewTokenHeader } from '../../contract/routes.ts'
import { failureOf, toCallError, type CallReply } from '../api/client.ts'
import { pageAccount } from '../api/page-account.ts'
import { watchRequest } from '../api/slow-requests.ts'

/** A phone may need a minute for 12 MB. */
const uploadMs = 120_000

/**
 * Sends one picture file to an open fitment review: signed in as its customer, or with the token of the
 * mailed link. Throws only `CallError`.
 */
export async function uploadPhoto(
  reviewId: string,
  file: Blob,
  token: string | null,
): Promise<CallReply<'fitment.addPhoto'>> {
  const attempt = new AbortController()
  const timeout = setTimeout(() => attempt.abort(), uploadMs)
  const done = watchRequest(null, () => attempt.abort())
  const headers = new Headers({ 'content-type': typeOf(file) })
  const account = pageAccount()
  if (token !== null) headers.set(reviewTokenHeader, token)
  else if (account !== null) headers.set(accountHeader, account)
  try {
    const address = `/api/fitment-reviews/${encodeURIComponent(reviewId)}/photos`
    const response = await fetch(address, { method: 'POST', headers, body: file, signal: attempt.signal })
    if (!response.ok) throw await failureOf(response)
    return (await response.json()) as CallReply<'fitment.addPhoto'>
  } catch (error) {
    throw toCallError(error)
  } finally {
    clearTimeout(timeout)
    done()
  }
}

/** The server looks at the content; it refuses other names of a type before that. */
function typeOf({ type }: Blob): string {
  return type === 'image/jpeg' || type === 'image/png' ? type : 'application/octet-stream'
}
