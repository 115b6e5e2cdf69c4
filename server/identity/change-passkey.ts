import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Device } from './device.ts'
import { findSessionId } from './find-account.ts'
import { mailPasskeyChanged } from './identity-mails.ts'
import { requireOwnPasskey } from './require-own-passkey.ts'
import { requireOwner } from './require-owner.ts'

/** Gives an own passkey another name. Refuses as `not_found`. */
export async function renamePasskey(context: Context, actor: User, id: string, name: string): Promise<void> {
  const { numUpdatedRows: found } = await context.database.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (found === 0n) refuse('not_found')
}

/**
 * Removes an own passkey and every other session that it opened; the caller's stays, and is of no passkey any more. There is always
 * another way in: the account's address is proven, so a link sets a password. Refuses as `not_found`, and whoever is not the owner as
 * `requireOwner` and `requireOwnPasskey` do.
 */
export async function removePasskey(
  context: Context,
  actor: User,
  device: Device,
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  await requireOwner(context, actor, device, password)
  await requireOwnPasskey(context, actor)
  const presentId = await findSessionId(context, device)
  await context.database.transaction(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ passkey_id: null })
      .where('id', '=', presentId ?? '')
      .where('passkey_id', '=', id)
      .execute()
    // The sessions that it opened go with it, by the database's own rule.
    const { numDeletedRows: found } = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .executeTakeFirst()
    if (found === 0n) refuse('not_found')
    await mailPasskeyChanged(context, actor, { added: false }, { tx })
  })
}
