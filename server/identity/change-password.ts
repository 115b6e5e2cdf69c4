import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { endOtherSessions } from './end-sessions.ts'
import { mailPasswordChanged } from './identity-mails.ts'
import { identityProvider } from './identity-provider.ts'
import { rememberDevice } from './known-device.ts'
import { countUse, digestOf } from './rate-limit.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { requireOwner } from './require-owner.ts'

/** Each is told by mail, to an address that need not be the actor's. */
const changes = { windowSeconds: 3600, max: 10 }

/**
 * Changes the actor's own password, or sets the first one of somebody who signs in with others, and tells them by mail. Every other
 * session ends, and every link or trust that was given out before. Returns the Set-Cookie lines of the caller's session. Refuses a
 * password against the policy, and as `requireOwner` does, at the field `presentPassword`; as
 * `too_many_requests` after ten changes in an hour.
 */
export async function changePassword(
  context: Context,
  actor: User,
  device: Device,
  { presentPassword, password }: { presentPassword?: string | undefined; password: string },
): Promise<string[]> {
  requireGoodPassword(password, actor.email)
  await requireOwner(context, actor, device, presentPassword, 'presentPassword')
  await countUse(context, `change-password:${digestOf(actor.email)}`, changes)
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
    await api.setPassword({ body: { newPassword: password }, headers })
    // A password that changes does both by itself; a first one is a new row.
    await endOtherSessions(context, actor, device)
    await context.database.db.deleteFrom('verifications').where('value', '=', actor.id).execute()
    return []
  }
  const answer = await api.changePassword({
    body: { newPassword: password, currentPassword: presentPassword ?? '', revokeOtherSessions: true },
    headers,
    returnHeaders: true,
  })
  return answer.headers.getSetCookie()
}
