import type { User } from '../../contract/identity/identity.ts'
import type { PasskeyOptions } from '../../contract/identity/passkey.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders, headersWithoutCookies } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findUser } from './find-actor.ts'
import { identityProvider, type IdentityProvider } from './identity-provider.ts'
import { rememberDevice } from './known-device.ts'
import { refusePasskey } from './passkey-refusals.ts'
import { countUse } from './rate-limit.ts'

type Check = IdentityProvider['api']['verifyPasskeyAuthentication']
type DeviceAnswer = NonNullable<Parameters<Check>[0]>['body']['response']

/** Calls from one network, where many people may sit behind one address. Nothing can be guessed here. */
const beginningsPerAddress = { windowSeconds: 600, max: 600 }
const answersPerAddress = { windowSeconds: 600, max: 600 }

/**
 * Begins a sign-in with a passkey: what the browser is to ask of the device, and the Set-Cookie lines that tie the answer to this
 * browser, once and for five minutes. The same for everybody: nobody says yet who they are. Refuses as `too_many_requests`.
 */
export async function startPasskeySignIn(
  context: Context,
  device: Device,
): Promise<{ options: PasskeyOptions; cookies: string[] }> {
  await countUse(context, `passkey:${device.network}`, beginningsPerAddress)
  const { headers, response } = await identityProvider(context).api.generatePasskeyAuthenticationOptions({
    headers: headersWithoutCookies(),
    returnHeaders: true,
  })
  return { options: { ...response, userVerification: 'required' }, cookies: headers.getSetCookie() }
}

/**
 * Signs in with a passkey: a new session each time, which ends with the passkey, and no code, as the device and its check of the person
 * are two factors. Refuses as `passkey_refused` with the same words whether it is known or not, as `auth/timeout` where this browser
 * has begun nothing in the last five minutes or the answer was given already, a disabled account as `auth/user-disabled`, and as
 * `too_many_requests`.
 */
export async function finishPasskeySignIn(
  context: Context,
  device: Device,
  answer: Record<string, unknown>,
): Promise<{ user: User; cookies: string[] }> {
  await countUse(context, `passkey-answer:${device.network}`, answersPerAddress)
  try {
    const { headers, response } = await identityProvider(context).api.verifyPasskeyAuthentication({
      // The contract reads so much of it that the library can: it checks every part itself.
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
