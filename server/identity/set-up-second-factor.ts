import { refuse } from '../../contract/refusals.ts'
import type { SecondFactorSetup } from '../../contract/identity/account.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findUser } from './find-actor.ts'
import { mailSecondFactorChanged } from './identity-mails.ts'
import { identityProvider } from './identity-provider.ts'
import { rememberDevice } from './known-device.ts'
import { countUse, digestOf, forgetUses } from './rate-limit.ts'
import { requireOwner } from './require-owner.ts'
import { requireOwnPasskey } from './require-own-passkey.ts'
import { takeTimeCode } from './take-time-code.ts'

const confirmations = { windowSeconds: 300, max: 10 }
/** Each is told by mail, to an address that need not be the actor's. */
const changes = { windowSeconds: 3600, max: 20 }

async function countChange(context: Context, actor: User): Promise<void> {
  await countUse(context, `second-factor-change:${digestOf(actor.email)}`, changes)
}

/**
 * Makes a secret for an authenticator app, and recovery codes. Nothing changes until a code is confirmed; beginning again replaces
 * both. Refuses as `second_factor_on`, and whoever is not the owner as `requireOwner` and `requireOwnPasskey` do.
 */
export async function startSecondFactor(
  context: Context,
  actor: User,
  device: Device,
  password: string | undefined,
): Promise<SecondFactorSetup> {
  if (actor.secondFactor) return refuse('second_factor_on')
  await requireOwner(context, actor, device, password)
  await requireOwnPasskey(context, actor)
  await countChange(context, actor)
  try {
    const setup = await identityProvider(context).api.enableTwoFactor({
      body: { method: 'totp', ...(password === undefined ? {} : { password }) },
      headers: betterAuthHeaders(device),
    })
    if (setup.method !== 'totp') throw new Error('the identity library set up another second factor')
    const { totpURI: address, backupCodes: recoveryCodes } = setup
    return { address, secret: new URL(address).searchParams.get('secret') ?? '', recoveryCodes }
  } catch (error) {
    // Confirmed in another window meanwhile.
    if ((await findUser(context, actor.id)).secondFactor) return refuse('second_factor_on')
    throw error
  }
}

/**
 * Turns the second factor on with a first code of the app. Ends every session; the Set-Cookie lines are of a new one. Refuses as
 * `second_factor_on`, as `second_factor_off` where none was begun, as `auth/invalid-verification-code` (field `code`), as
 * `requireOwnPasskey` does, and as `too_many_requests` after ten tries in five minutes.
 */
export async function confirmSecondFactor(
  context: Context,
  actor: User,
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
  await countUse(context, bucket, confirmations)
  const digits = code.replaceAll(/[\s-]/g, '')
  if ((await takeTimeCode(context, actor.id, digits)) !== 'taken')
    return refuse('auth/invalid-verification-code', { field: 'code' })
  const { headers } = await identityProvider(context).api.verifyTOTP({
    body: { code: digits },
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  await forgetUses(context, bucket)
  await mailSecondFactorChanged(context, actor, 'on')
  return [...headers.getSetCookie(), ...(await rememberDevice(context, device, actor.id))]
}

/** Whoever changes a second factor that is on is its owner, and does not do it without end. */
async function requireChange(
  context: Context,
  actor: User,
  device: Device,
  password: string | undefined,
): Promise<void> {
  await requireOwner(context, actor, device, password)
  if (!actor.secondFactor) refuse('second_factor_off')
  await countChange(context, actor)
}

/**
 * Turns the second factor off; trusted browsers are none any more.
 * Gives the Set-Cookie lines of a new session. Refuses as `second_factor_off`, and as `requireOwner` does.
 */
export async function stopSecondFactor(
  context: Context,
  actor: User,
  device: Device,
  password: string | undefined,
): Promise<string[]> {
  await requireChange(context, actor, device, password)
  const { headers } = await identityProvider(context).api.disableTwoFactor({
    body: password === undefined ? {} : { password },
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  await mailSecondFactorChanged(context, actor, 'off')
  return [...headers.getSetCookie(), ...(await rememberDevice(context, device, actor.id))]
}

/** Makes ten new recovery codes in place of those before. Refuses as `second_factor_off`, and as `requireOwner` does. */
export async function renewRecoveryCodes(
  context: Context,
  actor: User,
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
    // Turned off in another window meanwhile.
    if (!(await findUser(context, actor.id)).secondFactor) return refuse('second_factor_off')
    throw error
  }
}
