import type { Device } from './device.ts'
import { addressHeader } from '../identity-provider.ts'

/** The headers of a device for better-auth: address, cookies and user agent, and no others. */
export function betterAuthHeaders({ address, cookies, userAgent }: Device): Headers {
  const headers = new Headers({ [addressHeader]: address })
  if (cookies !== null) headers.set('cookie', cookies)
  if (userAgent !== null) headers.set('user-agent', userAgent)
  return headers
}

/** Without the session cookie: better-auth would otherwise apply a pending sign-in's code to that session. */
export function headersWithoutSession(device: Device): Headers {
  const cookies = (device.cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => !/^[^=]*session_token=/.test(cookie))
  return betterAuthHeaders({ ...device, cookies: cookies.join('; ') })
}

/** Without cookies: given a session, better-auth would list its owner's passkeys. */
export function headersWithoutCookies(): Headers {
  return new Headers()
}
