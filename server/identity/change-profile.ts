import type { Context } from '../context.ts'
import { betterAuthHeaders } from './sessions/better-auth-headers.ts'
import type { Device } from './sessions/device.ts'
import { identityProvider } from './identity-provider.ts'

/** Changes the given fields of the caller's display name and photo; `image: null` removes the photo. */
export async function changeProfile(
  context: Context,
  device: Device,
  { name, image }: { name?: string | undefined; image?: string | null | undefined },
): Promise<void> {
  if (name === undefined && image === undefined) return
  await identityProvider(context).api.updateUser({
    body: { ...(name === undefined ? {} : { name }), ...(image === undefined ? {} : { image }) },
    headers: betterAuthHeaders(device),
  })
}
