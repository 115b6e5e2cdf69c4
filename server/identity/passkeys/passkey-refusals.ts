import { APIError } from 'better-auth/api'
import { refuse } from '../../../contract/refusals.ts'

/** better-auth's code for every failed verification; it swallows the reason. */
const failed = 'FAILED_TO_VERIFY_REGISTRATION'

/** Maps better-auth's and our own errors to refusals; any other error is a bug. */
export function refusePasskey(error: unknown): never {
  if (!(error instanceof APIError)) throw error
  const code = error.body?.code
  if (code === 'CHALLENGE_NOT_FOUND')
    return refuse('auth/timeout', {
      sentence: 'That took too long, or was started in another browser. Try again.',
    })
  if (code === 'USER_DISABLED') return refuse('auth/user-disabled')
  if (code === 'ALREADY_REGISTERED')
    return refuse('auth/credential-already-in-use', { sentence: 'That passkey is already added.' })
  if (code === 'NOT_VERIFIED')
    return refuse('passkey_refused', {
      sentence: 'The device didn’t verify that it’s you. Use one with a screen lock, fingerprint or PIN.',
    })
  if (error.statusCode >= 500 && code !== failed) throw error
  return refuse('passkey_refused')
}
