import type { Device } from './device.ts'
import { addressHeader } from './identity-provider.ts'

/** better-auth reads a request by its headers: the address, cookies and user agent of the device, and no other. */
export function betterAuthHeaders({ address, cookies, userAgent }: Device): Headers {
  const headers = new Headers({ [addressHeader]: address })
  if (cookies !== null) headers.set('cookie', cookies)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  return headers
}

/** Without the session cookie: with a session, better-auth would take the code of a waiting sign-in as that session's. */
export function headersWithoutSession(device: Device): Headers {
  const cookies = (device.cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => !/^[^=]*session_token=/.test(cookie))
  return betterAuthHeaders({ ...device, cookies: cookies.join('; ') })
}

/** Without cookies: given a session, better-auth would name the passkeys of its owner. */
export function headersWithoutCookies(): Headers {
  return new Headers()
}
