import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

type Text = Insertable<Tables['texts']>

/** The parts of a text that differ; `at`: when it was written or came. */
export type NewText = Pick<
  Text,
  'shop_id' | 'phone' | 'appointment_id' | 'direction' | 'kind' | 'body' | 'state' | 'once_key'
> &
  Partial<Pick<Text, 'provider_sid' | 'actor_id' | 'due_at' | 'expires_at'>> & { at: Date }

/** The row of a new text (SMS). */
export function rowOfText({ at, ...text }: NewText): Text {
  return {
    id: uuid(),
    provider_sid: null,
    error_code: null,
    actor_id: null,
    created_at: at,
    due_at: at,
    expires_at: null,
    leased_at: null,
    sent_at: null,
    read_at: null,
    ...text,
  }
}

/** Inserts a text unless one with its `once_key` is there. False for a known one. */
export async function insertText(tx: Queryable, text: NewText): Promise<boolean> {
  const added = await tx
    .insertInto('texts')
    .values(rowOfText(text))
    .onConflict((conflict) => conflict.columns(['once_key', 'shop_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
