import { APIError } from 'better-auth/api'
import { refuse } from '../../../contract/refusals.ts'
import type { User } from '../../../contract/identity/identity.ts'
import type { Context } from '../../context.ts'
import { headersWithoutSession } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { findUser } from '../sessions/find-signed-in.ts'
import { identityProvider } from '../identity-provider.ts'
import { rememberDevice } from '../sessions/known-device.ts'
import { hasSecondFactor, recheckNewSession } from '../sessions/recheck-new-session.ts'
import { readRecoveryCode } from './recovery-codes.ts'
import { countCode } from './second-factor-attempts.ts'
import { consumeTotp } from './consume-totp.ts'

function refuseCode(sentence?: string): never {
  return refuse('auth/invalid-verification-code', { field: 'code', ...(sentence ? { sentence } : {}) })
}

/** Maps better-auth's error for a code to a refusal; any other error is a bug. */
function refuseAs(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error
  const code = error.body?.code
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return refuseCode()
  // A concurrent call consumed the same recovery code.
  if (error.statusCode === 409) return refuseCode()
  if (code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
    return refuse('auth/code-expired', { sentence: 'Too many wrong codes. Sign in again.' })
  return refuse('auth/code-expired')
}

/**
 * Finishes the pending sign-in of the caller's cookies with a TOTP or recovery code; each works once. Returns
 * the user and the new session's Set-Cookie headers. Refuses as `auth/invalid-verification-code` (field
 * `code`), as `auth/code-expired` without a pending sign-in or after five wrong codes, as
 * `auth/user-disabled`, and as `too_many_requests` after ten wrong codes for one account in 15 minutes or a
 * hundred in a day, unless the device is known.
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
  if (isTimeCode && (await consumeTotp(context, userId, digits)) === 'spent')
    return refuseCode('That code was already used. Wait for the next one.')
  try {
    const answer = isTimeCode
      ? await api.verifyTOTP({ body: { code: digits, trustDevice }, headers, returnHeaders: true })
      : await api.verifyBackupCode({
          body: { code: readRecoveryCode(code), trustDevice },
          headers,
          returnHeaders: true,
        })
    await forgetCodes()
    if (!(await recheckNewSession(context, answer.headers.getSetCookie(), hasSecondFactor)))
      return refuse('auth/code-expired')
    const cookies = [...answer.headers.getSetCookie(), ...(await rememberDevice(context, device, userId))]
    return { user, cookies }
  } catch (error) {
    return refuseAs(error)
  }
}
