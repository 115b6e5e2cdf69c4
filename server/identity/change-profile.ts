import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { identityProvider } from './identity-provider.ts'

/** Changes what is given of the caller's own display name and photo; `image: null` takes the photo away. */
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
