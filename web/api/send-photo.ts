import { accountHeader } from '../../contract/routes.ts'
import { failureOf, toCallError } from './client.ts'
import { pageAccount } from './page-account.ts'
import { watchRequest } from './slow-requests.ts'

/** A phone may need a minute for 12 MB. */
const uploadMs = 120_000

/**
 * Sends one picture file as the body of a POST: as the account of the page, or with a token in `headers`.
 * Throws only `CallError`.
 */
export async function sendPhoto<Reply>(
  address: string,
  file: Blob,
  tokenHeaders: Record<string, string> | null = null,
): Promise<Reply> {
  const attempt = new AbortController()
  const timeout = setTimeout(() => attempt.abort(), uploadMs)
  const done = watchRequest(null, () => attempt.abort())
  const headers = new Headers({ 'content-type': typeOf(file), ...tokenHeaders })
  const account = pageAccount()
  if (tokenHeaders === null && account !== null) headers.set(accountHeader, account)
  try {
    const response = await fetch(address, { method: 'POST', headers, body: file, signal: attempt.signal })
    if (!response.ok) throw await failureOf(response)
    return (await response.json()) as Reply
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
