import { refuse } from '../../../contract/refusals.ts'
import type { SecondFactorSetup } from '../../../contract/identity/account.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../sessions/shop-scope.ts'
import { betterAuthHeaders } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { findUser } from '../sessions/find-signed-in.ts'
import { mailSecondFactorChanged } from '../identity-mails.ts'
import { identityProvider } from '../identity-provider.ts'
import { findSessionId } from '../find-account.ts'
import { rememberDevice } from '../sessions/known-device.ts'
import { isUnproven, recheckNewSession } from '../sessions/recheck-new-session.ts'
import { consumeRateLimit, digestOf, resetRateLimit } from '../limits/rate-limit.ts'
import { requireOwnerProof } from '../require-owner-proof.ts'
import { requireOwnPasskey } from '../passkeys/require-own-passkey.ts'
import { consumeTotp } from './consume-totp.ts'

const confirmations = { windowSeconds: 300, max: 10 }
/** Each change sends a mail to an address that may belong to another person. */
const changes = { windowSeconds: 3600, max: 20 }

async function countChange(context: Context, actor: Actor): Promise<void> {
  await consumeRateLimit(context, `second-factor-change:${digestOf(actor.email)}`, changes)
}

/**
 * Creates a TOTP secret and recovery codes. They take effect once a code is confirmed; a new start replaces
 * both. Refuses as `second_factor_on`, and as `requireOwnerProof` and `requireOwnPasskey` do.
 */
export async function startSecondFactor(
  context: Context,
  actor: Actor,
  device: Device,
  password: string | undefined,
): Promise<SecondFactorSetup> {
  if (actor.secondFactor) return refuse('second_factor_on')
  await requireOwnerProof(context, actor, device, password)
  await requireOwnPasskey(context, actor)
  await countChange(context, actor)
  try {
    const setup = await identityProvider(context).api.enableTwoFactor({
      body: { method: 'totp', ...(password === undefined ? {} : { password }) },
      headers: betterAuthHeaders(device),
    })
    if (setup.method !== 'totp') throw new Error('better-auth set up a second factor other than TOTP')
    const { totpURI: address, backupCodes: recoveryCodes } = setup
    return { address, secret: new URL(address).searchParams.get('secret') ?? '', recoveryCodes }
  } catch (error) {
    // Confirmed meanwhile in another window.
    if ((await findUser(context, actor.id)).secondFactor) return refuse('second_factor_on')
    throw error
  }
}

/**
 * Turns the second factor on with a first TOTP code. Ends every session and returns the Set-Cookie headers of
 * a new one. Refuses as `second_factor_on`, as `second_factor_off` without a started setup, as
 * `auth/invalid-verification-code` (field `code`), as `requireOwnPasskey` does, and as `too_many_requests`
 * after ten attempts in five minutes.
 */
export async function confirmSecondFactor(
  context: Context,
  actor: Actor,
  device: Device,
  code: string,
): Promise<string[]> {
  if (actor.secondFactor) return refuse('second_factor_on')
  const begun = await context.database.db
    .selectFrom('two_factors')
    .select('id')
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (!begun) return refuse('second_factor_off')
  await requireOwnPasskey(context, actor)
  const bucket = `second-factor-set-up:${actor.id}`
  await consumeRateLimit(context, bucket, confirmations)
  const digits = code.replaceAll(/[\s-]/g, '')
  if ((await consumeTotp(context, actor.id, digits)) !== 'taken')
    return refuse('auth/invalid-verification-code', { field: 'code' })
  const { headers } = await identityProvider(context)
    .api.verifyTOTP({ body: { code: digits }, headers: betterAuthHeaders(device), returnHeaders: true })
    .catch(async (error: unknown) => {
      // The owner of the address ended this session during the call.
      if ((await findSessionId(context, device)) === null) return refuse('not_signed_in')
      throw error
    })
  await requireSameOwner(context, actor, headers.getSetCookie())
  await resetRateLimit(context, bucket)
  await mailSecondFactorChanged(context, actor, 'on')
  return [...headers.getSetCookie(), ...(await rememberDevice(context, device, actor.id))]
}

/** Refuses as `not_signed_in` a new session of an account whose address was proven by its owner meanwhile. */
async function requireSameOwner(context: Context, actor: Actor, cookies: readonly string[]): Promise<void> {
  if (actor.emailVerified || (await recheckNewSession(context, cookies, isUnproven))) return
  refuse('not_signed_in')
}

/** Requires the owner of an active second factor, and limits the number of changes. */
async function requireChange(
  context: Context,
  actor: Actor,
  device: Device,
  password: string | undefined,
): Promise<void> {
  await requireOwnerProof(context, actor, device, password)
  if (!actor.secondFactor) refuse('second_factor_off')
  await countChange(context, actor)
}

/**
 * Turns the second factor off and forgets trusted browsers. Returns the Set-Cookie headers of a new session.
 * Refuses as `second_factor_off`, and as `requireOwnerProof` does.
 */
export async function stopSecondFactor(
  context: Context,
  actor: Actor,
  device: Device,
  password: string | undefined,
): Promise<string[]> {
  await requireChange(context, actor, device, password)
  const { headers } = await identityProvider(context).api.disableTwoFactor({
    body: password === undefined ? {} : { password },
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  await requireSameOwner(context, actor, headers.getSetCookie())
  await mailSecondFactorChanged(context, actor, 'off')
  return [...headers.getSetCookie(), ...(await rememberDevice(context, device, actor.id))]
}

/**
 * Replaces the recovery codes with ten new ones. Refuses as `second_factor_off`, and as `requireOwnerProof`
 * does.
 */
export async function renewRecoveryCodes(
  context: Context,
  actor: Actor,
  device: Device,
  password: string | undefined,
): Promise<string[]> {
  await requireChange(context, actor, device, password)
  try {
    const { backupCodes } = await identityProvider(context).api.generateBackupCodes({
      body: password === undefined ? {} : { password },
      headers: betterAuthHeaders(device),
    })
    await mailSecondFactorChanged(context, actor, 'new-recovery-codes')
    return backupCodes
  } catch (error) {
    // Turned off meanwhile in another window.
    if (!(await findUser(context, actor.id)).secondFactor) return refuse('second_factor_off')
    throw error
  }
}
