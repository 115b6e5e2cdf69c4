import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../sessions/shop-scope.ts'
import type { Device } from '../sessions/device.ts'
import { findSessionId } from '../find-account.ts'
import { mailPasskeyChanged } from '../identity-mails.ts'
import { requireOwnPasskey } from './require-own-passkey.ts'
import { requireOwnerProof } from '../require-owner-proof.ts'

/** Renames an own passkey. Refuses as `not_found`. */
export async function renamePasskey(context: Context, actor: Actor, id: string, name: string): Promise<void> {
  const { numUpdatedRows: found } = await context.database.db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (found === 0n) refuse('not_found')
}

/**
 * Removes an own passkey and every other session that it opened; the caller's session stays, unlinked from
 * the passkey. The account stays reachable: its address is verified, so a mailed link sets a password.
 * Refuses as `not_found`, and as `requireOwnerProof` and `requireOwnPasskey` do.
 */
export async function removePasskey(
  context: Context,
  actor: Actor,
  device: Device,
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  await requireOwnerProof(context, actor, device, password)
  await requireOwnPasskey(context, actor)
  const presentId = await findSessionId(context, device)
  await context.database.transaction(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ passkey_id: null })
      .where('id', '=', presentId ?? '')
      .where('passkey_id', '=', id)
      .execute()
    // The foreign key of sessions deletes the sessions that it opened.
    const { numDeletedRows: found } = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .executeTakeFirst()
    if (found === 0n) refuse('not_found')
    await mailPasskeyChanged(context, actor, { added: false }, { tx })
  })
}
