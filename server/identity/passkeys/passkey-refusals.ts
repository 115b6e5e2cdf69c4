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
      sentence: 'That took too long, or was begun in another browser. Please try again.',
    })
  if (code === 'USER_DISABLED') return refuse('auth/user-disabled')
  if (code === 'ALREADY_REGISTERED')
    return refuse('auth/credential-already-in-use', { sentence: 'That passkey is added already.' })
  if (code === 'NOT_VERIFIED')
    return refuse('passkey_refused', {
      sentence:
        'The device did not check that it is you. Please use one with a screen lock, a fingerprint or a PIN.',
    })
  if (error.statusCode >= 500 && code !== failed) throw error
  return refuse('passkey_refused')
}
