import { maxPasskeys, type PasskeyOptions } from '../../contract/identity/passkey.ts'
import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { identityProvider } from './identity-provider.ts'
import { mailPasskeyChanged } from './identity-mails.ts'
import { refusePasskey } from './passkey-refusals.ts'
import { countUse, digestOf } from './rate-limit.ts'
import { requireOwnPasskey } from './require-own-passkey.ts'
import { requireOwner } from './require-owner.ts'

/** Each that is added is told by mail. */
const changes = { windowSeconds: 3600, max: 20 }

/**
 * Begins to add a passkey: what the browser is to ask of the device, and the Set-Cookie lines that tie the answer to this browser, once
 * and for five minutes. Refuses whoever is not the owner as `requireOwner` and `requireOwnPasskey` do, an account whose address is not
 * proven as `email_not_proven` (its true owner could come later and find a stranger's way in), and the 21st as `too_many_passkeys`.
 */
export async function startPasskey(
  context: Context,
  actor: User,
  device: Device,
  password: string | undefined,
): Promise<{ options: PasskeyOptions; cookies: string[] }> {
  if (!actor.emailVerified) return refuse('email_not_proven')
  await requireOwner(context, actor, device, password)
  await requireOwnPasskey(context, actor)
  await countUse(context, `passkey-change:${digestOf(actor.email)}`, changes)
  const { count } = await context.database.db
    .selectFrom('passkeys')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxPasskeys) return refuse('too_many_passkeys')
  const { headers, response } = await identityProvider(context).api.generatePasskeyRegistrationOptions({
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  return { options: { ...response }, cookies: headers.getSetCookie() }
}

/**
 * Adds the passkey that the device made for what `startPasskey` asked, and tells the owner by mail. Refuses as `email_not_proven`, as
 * `auth/timeout` where this person has begun nothing in this browser in the last five minutes or the answer was given already, as
 * `auth/credential-already-in-use`, and an answer of another site, for another one or without a check of the person as
 * `passkey_refused`.
 */
export async function addPasskey(
  context: Context,
  actor: User,
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
