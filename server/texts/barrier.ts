import type { Conversation } from '../../contract/texts/conversation.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { findConsent, isStopped } from './consents.ts'

export type TextedPerson = { shopId: number; phone: string; contactId: string | null }

/** Why a shop may not text a person about an appointment; null where it may. */
export async function findTextBarrier(
  db: Queryable,
  context: Context,
  person: TextedPerson,
): Promise<Conversation['barrier']> {
  const { text_number: number } = await db
    .selectFrom('shops')
    .select('text_number')
    .where('id', '=', person.shopId)
    .executeTakeFirstOrThrow()
  if (context.config.texts === null || number === null) return 'not_set_up'
  if (await isStopped(db, person)) return 'stopped'
  return (await findConsent(db, person)) ? null : 'not_agreed'
}
