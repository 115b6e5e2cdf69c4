import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { identityProvider } from './identity-provider.ts'

/** Ends the session of the device, if there is one. Returns the Set-Cookie lines that clear its cookies. */
export async function signOut(context: Context, device: Device): Promise<string[]> {
  const { headers } = await identityProvider(context).api.signOut({
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  return headers.getSetCookie()
}
