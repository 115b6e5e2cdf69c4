import { v7 as uuid } from 'uuid'
import type { Queryable } from '../database/open-database.ts'
import { mailKinds, type MailKind, type MailPayload } from './mail-kinds.ts'

/** A mail for the outbox: its kind, what that kind carries, to whom, and when its news became true. */
export type QueuedMail = {
  [Kind in MailKind]: { kind: Kind; payload: MailPayload<Kind>; recipient: string; at: Date }
}[MailKind]

/**
 * Puts a mail into the outbox, in the transaction that makes its news true. Throws on a payload that is not of its kind, so that
 * the news fails with it instead of a mail that nobody can render later.
 */
export async function queueMail(tx: Queryable, { kind, payload, recipient, at }: QueuedMail): Promise<void> {
  const snapshot = mailKinds[kind].schema.parse(payload)
  await tx
    .insertInto('outbox')
    .values({
      id: uuid(),
      kind,
      recipient,
      payload: JSON.stringify(snapshot),
      created_at: at,
      due_at: at,
    })
    .execute()
}
