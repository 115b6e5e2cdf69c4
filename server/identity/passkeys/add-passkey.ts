import type { PasskeyOptions } from '../../../contract/identity/passkey.ts'
import { passkeysOfAccount } from '../../../contract/limits.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../sessions/shop-scope.ts'
import { betterAuthHeaders } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { identityProvider } from '../identity-provider.ts'
import { mailPasskeyChanged } from '../identity-mails.ts'
import { refusePasskey } from './passkey-refusals.ts'
import { consumeRateLimit, digestOf } from '../limits/rate-limit.ts'
import { requireOwnPasskey } from './require-own-passkey.ts'
import { requireOwnerProof } from '../require-owner-proof.ts'

/** Each change sends a mail. */
const changes = { windowSeconds: 3600, max: 20 }

/**
 * Begins to add a passkey. Returns the options for the browser, and the Set-Cookie headers that bind one
 * response to this browser for five minutes. Refuses as `requireOwnerProof` and `requireOwnPasskey` do, an
 * unverified address as `email_not_proven` (its true owner could later find a stranger's passkey), and the
 * one above `passkeysOfAccount` as `too_many_passkeys`.
 */
export async function startPasskey(
  context: Context,
  actor: Actor,
  device: Device,
  password: string | undefined,
): Promise<{ options: PasskeyOptions; cookies: string[] }> {
  if (!actor.emailVerified) return refuse('email_not_proven')
  await requireOwnerProof(context, actor, device, password)
  await requireOwnPasskey(context, actor)
  await consumeRateLimit(context, `passkey-change:${digestOf(actor.email)}`, changes)
  const { count } = await context.database.db
    .selectFrom('passkeys')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= passkeysOfAccount) return refuse('too_many_passkeys')
  const { headers, response } = await identityProvider(context).api.generatePasskeyRegistrationOptions({
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  return { options: { ...response }, cookies: headers.getSetCookie() }
}

/**
 * Adds the passkey that the device created for `startPasskey`, and informs the owner by mail. Refuses as
 * `email_not_proven`, as `auth/timeout` without a pending start of this person in this browser in the last
 * five minutes, as `auth/credential-already-in-use`, and a response for another site or person or without
 * user verification as `passkey_refused`.
 */
export async function addPasskey(
  context: Context,
  actor: Actor,
  device: Device,
  { name, answer }: { name: string; answer: Record<string, unknown> },
): Promise<string[]> {
  if (!actor.emailVerified) return refuse('email_not_proven')
  try {
    const { headers } = await identityProvider(context).api.verifyPasskeyRegistration({
      body: { response: answer, name },
      headers: betterAuthHeaders(device),
      returnHeaders: true,
    })
    await mailPasskeyChanged(context, actor, { added: true })
    return headers.getSetCookie()
  } catch (error) {
    return refusePasskey(error)
  }
}
