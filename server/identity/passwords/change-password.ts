import type { User } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { betterAuthHeaders } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { endOtherSessionsThan } from '../sessions/end-sessions.ts'
import { mailPasswordChanged } from '../identity-mails.ts'
import { identityProvider } from '../identity-provider.ts'
import { findSessionId } from '../find-account.ts'
import { insertPassword } from '../insert-account.ts'
import { rememberDevice } from '../sessions/known-device.ts'
import { isUnproven, recheckNewSession } from '../sessions/recheck-new-session.ts'
import { consumeRateLimit, digestOf } from '../limits/rate-limit.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { requireOwnerProof } from '../require-owner-proof.ts'

/** Each change sends a mail to an address that may belong to another person. */
const changes = { windowSeconds: 3600, max: 10 }

/**
 * Changes the actor's own password, or sets the first one of a social account, and informs them by mail. Ends
 * every other session, mailed link and trusted browser. Returns the Set-Cookie headers of the caller's
 * session. Refuses a password against the policy, as `requireOwnerProof` does at the field `presentPassword`,
 * and as `too_many_requests` after ten changes in an hour.
 */
export async function changePassword(
  context: Context,
  actor: User,
  device: Device,
  { presentPassword, password }: { presentPassword?: string | undefined; password: string },
): Promise<string[]> {
  requireGoodPassword(password, actor.email)
  await requireOwnerProof(context, actor, device, presentPassword, 'presentPassword')
  await consumeRateLimit(context, `change-password:${digestOf(actor.email)}`, changes)
  const cookies = await setPassword(context, actor, device, { presentPassword, password })
  await mailPasswordChanged(context, actor)
  return [...cookies, ...(await rememberDevice(context, device, actor.id))]
}

async function setPassword(
  context: Context,
  actor: User,
  device: Device,
  { presentPassword, password }: { presentPassword?: string | undefined; password: string },
): Promise<string[]> {
  const { api } = identityProvider(context)
  const headers = betterAuthHeaders(device)
  const credential = await context.database.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('provider_id', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst()
  if (!credential) {
    await setFirstPassword(context, actor, device, password)
    return []
  }
  // Another request has set the first password since the proof.
  if (presentPassword === undefined) return refuse('wrong_password', { field: 'presentPassword' })
  const answer = await api.changePassword({
    body: { newPassword: password, currentPassword: presentPassword, revokeOtherSessions: true },
    headers,
    returnHeaders: true,
  })
  const cookies = answer.headers.getSetCookie()
  // The owner of the address has proven it meanwhile, and removed this password.
  if (!actor.emailVerified && !(await recheckNewSession(context, cookies, isUnproven)))
    return refuse('not_signed_in')
  return cookies
}

/**
 * Adds the first password and ends the other sessions and mailed links. Serialized by the user's row: the
 * owner who proves the address of an unproven account ends this session, and then no password is added.
 */
async function setFirstPassword(
  context: Context,
  actor: User,
  device: Device,
  password: string,
): Promise<void> {
  const crypto = (await identityProvider(context).$context).password
  const passwordHash = await crypto.hash(password)
  const presentId = await findSessionId(context, device)
  if (presentId === null) return refuse('not_signed_in')
  await context.database.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().executeTakeFirst()
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', presentId)
      .executeTakeFirst()
    if (!session) return refuse('not_signed_in')
    if (!(await insertPassword(tx, actor.id, passwordHash)))
      return refuse('wrong_password', { field: 'presentPassword' })
    // A database trigger does both when a password changes. A first password is a new row.
    await endOtherSessionsThan(tx, actor.id, presentId)
    await tx.deleteFrom('verifications').where('value', '=', actor.id).execute()
  })
}
