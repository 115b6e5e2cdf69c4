import { refuse } from '../../contract/refusals.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Device } from './device.ts'
import { findSessionId } from './find-account.ts'

/** Ends one of the actor's own sessions, at once and everywhere. Refuses a missing and a foreign one alike as `not_found`. */
export async function endSession(context: Context, actor: User, id: string): Promise<void> {
  const { numDeletedRows: ended } = await context.database.db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (!ended) refuse('not_found')
}

/** Ends every session of the actor but the caller's own. */
export async function endOtherSessions(context: Context, actor: User, device: Device): Promise<void> {
  const presentId = await findSessionId(context, device)
  await endSessionsBut(context.database.db, actor.id, presentId)
}

/** Ends every session of a person but this one. */
export async function endSessionsBut(tx: Queryable, userId: string, keptId: string | null): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptId ?? '')
    .execute()
}
