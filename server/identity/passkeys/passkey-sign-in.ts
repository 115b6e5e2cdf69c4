import type { User } from '../../../contract/identity/identity.ts'
import type { PasskeyOptions } from '../../../contract/identity/passkey.ts'
import type { Context } from '../../context.ts'
import { betterAuthHeaders, headersWithoutCookies } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { findUser } from '../sessions/find-signed-in.ts'
import { identityProvider, type IdentityProvider } from '../identity-provider.ts'
import { rememberDevice } from '../sessions/known-device.ts'
import { refusePasskey } from './passkey-refusals.ts'

type Check = IdentityProvider['api']['verifyPasskeyAuthentication']
type DeviceAnswer = NonNullable<Parameters<Check>[0]>['body']['response']

/**
 * Begins a sign-in with a passkey. Returns the options for the browser, and the Set-Cookie headers that bind
 * one response to this browser for five minutes. The options are equal for all accounts, as none is known
 * yet.
 */
export async function startPasskeySignIn(
  context: Context,
): Promise<{ options: PasskeyOptions; cookies: string[] }> {
  const { headers, response } = await identityProvider(context).api.generatePasskeyAuthenticationOptions({
    headers: headersWithoutCookies(),
    returnHeaders: true,
  })
  return { options: { ...response, userVerification: 'required' }, cookies: headers.getSetCookie() }
}

/**
 * Signs in with a passkey. Each sign-in opens a new session, which ends with the passkey. It needs no code,
 * because the device and its user verification are two factors. Refuses as `passkey_refused` with the same
 * sentence for known and unknown passkeys, as `auth/timeout` without a pending start in this browser in the
 * last five minutes, and a disabled account as `auth/user-disabled`.
 */
export async function finishPasskeySignIn(
  context: Context,
  device: Device,
  answer: Record<string, unknown>,
): Promise<{ user: User; cookies: string[] }> {
  try {
    const { headers, response } = await identityProvider(context).api.verifyPasskeyAuthentication({
      // The contract leaves the fields open because better-auth validates each of them.
      body: { response: answer as unknown as DeviceAnswer },
      headers: betterAuthHeaders(device),
      returnHeaders: true,
    })
    const { id } = response.user
    const cookies = [...headers.getSetCookie(), ...(await rememberDevice(context, device, id))]
    return { user: await findUser(context, id, true), cookies }
  } catch (error) {
    return refusePasskey(error)
  }
}
