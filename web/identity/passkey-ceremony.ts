import type { DeviceAnswer, PasskeyOptions } from '../../contract/identity/passkey.ts'
import { call, CallError } from '../api/client.ts'
import { passkeySentence, type PasskeyPurpose } from './passkey-words.ts'

type Client = typeof import('@simplewebauthn/browser')

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function'
}

let client: Promise<Client> | null = null

/**
 * Preloads the WebAuthn code, so that a press need not wait for it: the browser's user activation expires.
 */
export async function loadPasskeyClient(): Promise<Client> {
  client ??= import('@simplewebauthn/browser')
  try {
    return await client
  } catch (error) {
    client = null
    throw error
  }
}

/** Closes the browser's passkey prompt when the page that opened it is gone. */
export async function stopAskingForPasskey(): Promise<void> {
  if (client !== null) (await loadPasskeyClient()).WebAuthnAbortService.cancelCeremony()
}

async function inWords(
  purpose: PasskeyPurpose,
  ask: (client: Client) => Promise<unknown>,
): Promise<DeviceAnswer | null> {
  try {
    return (await ask(await loadPasskeyClient())) as DeviceAnswer
  } catch (error) {
    const sentence = passkeySentence(purpose, error)
    if (sentence === null) return null
    throw new CallError(sentence, 0)
  }
}

/**
 * Asks for a passkey and signs in with it; false when this page aborted it. Throws a CallError with a
 * sentence for the user.
 */
export async function signInWithPasskey(): Promise<boolean> {
  const options = await call('identity.startPasskeySignIn', { body: {} })
  const answer = await inWords('sign-in', ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as never }),
  )
  if (answer) await call('identity.finishPasskeySignIn', { body: { answer } })
  return answer !== null
}

/**
 * Creates the passkey that the server requested; null when this page aborted it. Throws as
 * `signInWithPasskey`.
 */
export async function makePasskey(options: PasskeyOptions): Promise<DeviceAnswer | null> {
  return inWords('add', ({ startRegistration }) => startRegistration({ optionsJSON: options as never }))
}
