import { v7 as uuid } from 'uuid'
import { brandName } from '../../contract/brand.ts'
import type { Queryable } from '../database/open-database.ts'
import { leaveToCommit } from '../database/transaction.ts'
import { isMailKind, mailKinds, type MailKind, type MailPayload } from './mail-kinds.ts'

/** A mail for the outbox: its kind, what that kind carries, to whom, when its news became true, and who wants it sent, if anybody. */
export type QueuedMail = {
  [Kind in MailKind]: {
    kind: Kind
    payload: MailPayload<Kind>
    recipient: string
    at: Date
    actorId?: string | null
  }
}[MailKind]

/**
 * Inserts a mail into the outbox, in the transaction that makes its news true. Throws on a payload that is not of its kind, so that the news
 * fails with it instead of a mail that cannot be rendered later.
 */
export async function queueMail(
  tx: Queryable,
  { kind, payload, recipient, at, actorId = null }: QueuedMail,
): Promise<void> {
  const snapshot = mailKinds[kind].schema.parse(payload)
  const inserting = tx
    .insertInto('outbox')
    .values({
      id: uuid(),
      kind,
      recipient,
      payload: JSON.stringify(snapshot),
      actor_id: actorId,
      created_at: at,
      due_at: at,
    })
    .execute()
  await leaveToCommit(tx, inserting)
}

/** Puts the same mail into the outbox once more, in place of one that was given up. A mail that was not, or has its successor, stays alone. */
export async function queueAgain(tx: Queryable, id: string, at: Date, actorId: string): Promise<void> {
  const mail = await tx.selectFrom('outbox').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!mail || mail.given_up_at === null || mail.superseded_by !== null) return
  const successor = uuid()
  await tx
    .insertInto('outbox')
    .values({
      id: successor,
      kind: mail.kind,
      recipient: mail.recipient,
      payload: JSON.stringify(mail.payload),
      created_at: at,
      due_at: at,
      actor_id: actorId,
    })
    .execute()
  await tx.updateTable('outbox').set({ superseded_by: successor }).where('id', '=', id).execute()
}

/** The subject of a mail as the outbox has it; null for a kind that is no longer written. */
export function subjectOfMail(kind: string, payload: unknown): string | null {
  return isMailKind(kind) ? mailKinds[kind].describe(payload, brandName).subject : null
}
