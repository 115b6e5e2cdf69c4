import { APIError } from 'better-auth/api'
import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { headersWithoutSession } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findUser } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { rememberDevice } from './known-device.ts'
import { readRecoveryCode } from './recovery-codes.ts'
import { countCode } from './second-factor-tries.ts'
import { takeTimeCode } from './take-time-code.ts'

function refuseCode(sentence?: string): never {
  return refuse('auth/invalid-verification-code', { field: 'code', ...(sentence ? { sentence } : {}) })
}

/** What the library's refusal of a code means; anything else it throws is a bug. */
function refuseAs(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error
  const code = error.body?.code
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return refuseCode()
  // Two calls at once with one recovery code: the other one had it.
  if (error.statusCode === 409) return refuseCode()
  if (code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
    return refuse('auth/code-expired', { sentence: 'That was too many wrong codes. Please sign in again.' })
  return refuse('auth/code-expired')
}

/**
 * Finishes the sign-in that the caller's cookies wait with: by a code of the authenticator app or by a recovery code, each taken once.
 * Gives the user and the new session's Set-Cookie lines. Refuses as `auth/invalid-verification-code` (field `code`), as
 * `auth/code-expired` where no sign-in waits or five codes of it were wrong, as `auth/user-disabled`, and as `too_many_requests` after
 * ten wrong codes for one account in 15 minutes or a hundred in a day, unless the device is known.
 */
export async function finishSecondFactor(
  context: Context,
  device: Device,
  { code, trustDevice = false }: { code: string; trustDevice?: boolean | undefined },
): Promise<{ user: User; cookies: string[] }> {
  const headers = headersWithoutSession(device)
  const { api } = identityProvider(context)
  const challenge = await api.findSecondFactorChallenge({ headers })
  if (!challenge) return refuse('auth/code-expired')
  const { userId } = challenge
  const user = await findUser(context, userId)
  const forgetCodes = await countCode(context, device, { userId, email: user.email })
  const digits = code.replaceAll(/[\s-]/g, '')
  const isTimeCode = /^\d{6}$/.test(digits)
  if (isTimeCode && (await takeTimeCode(context, userId, digits)) === 'spent')
    return refuseCode('That code was used already. Please wait for the next one.')
  try {
    const answer = isTimeCode
      ? await api.verifyTOTP({ body: { code: digits, trustDevice }, headers, returnHeaders: true })
      : await api.verifyBackupCode({
          body: { code: readRecoveryCode(code), trustDevice },
          headers,
          returnHeaders: true,
        })
    await forgetCodes()
    const cookies = [...answer.headers.getSetCookie(), ...(await rememberDevice(context, device, userId))]
    return { user, cookies }
  } catch (error) {
    return refuseAs(error)
  }
}
