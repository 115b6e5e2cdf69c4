import { accountHeader } from '../../contract/routes.ts'
import { failureOf, toCallError } from './client.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { pageAccount } from './page-account.ts'

/**
 * Fetches a file for the page's account, with the name that the server gives it. Throws only `CallError`: a
 * link to the file would show a refusal as it was sent.
 */
export async function fetchFile(address: string): Promise<{ content: Blob; name: string }> {
  const account = pageAccount()
  const headers = new Headers(account === null ? {} : { [accountHeader]: account })
  try {
    return await fetchWithTimeout(address, { headers }, async (response) => {
      if (!response.ok) throw await failureOf(response)
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { content: await response.blob(), name: name ?? 'download' }
    })
  } catch (error) {
    throw toCallError(error)
  }
}
