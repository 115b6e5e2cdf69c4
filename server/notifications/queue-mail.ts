import { v7 as uuid } from 'uuid'
import { brandName } from '../../contract/brand.ts'
import type { Queryable } from '../database/open-database.ts'
import { leaveToCommit } from '../database/transaction.ts'
import { isMailKind, mailKinds, type MailKind, type MailPayload } from './mail-kinds.ts'

/** A mail for the outbox: kind, payload, recipient, time of the event, and the user who caused it, if any. */
export type QueuedMail = {
  [Kind in MailKind]: {
    kind: Kind
    payload: MailPayload<Kind>
    recipient: string
    at: Date
    actorId?: string | null
    delivery?: Delivery
  }
}[MailKind]

/** A mail that is not simply due at once. */
export type Delivery = {
  /** Recorded as an event and not sent: a later mail says the same and more. */
  isMerged?: boolean
  /** Waits for further changes of its appointment until then. */
  collectsUntil?: Date
}

/**
 * Inserts a mail into the outbox, in the transaction of the event, and returns its id. Throws on a payload
 * that is not of its kind, so that the transaction fails rather than a later rendering.
 */
export async function queueMail(
  tx: Queryable,
  {
    kind,
    payload,
    recipient,
    at,
    actorId = null,
    delivery: { isMerged = false, collectsUntil } = {},
  }: QueuedMail,
): Promise<string> {
  const id = uuid()
  const snapshot = mailKinds[kind].schema.parse(payload)
  const inserting = tx
    .insertInto('outbox')
    .values({
      id,
      kind,
      recipient,
      payload: JSON.stringify(snapshot),
      actor_id: actorId,
      created_at: at,
      due_at: collectsUntil ?? at,
      collects_changes: collectsUntil !== undefined,
      given_up_at: isMerged ? at : null,
      withheld: isMerged ? 'merged' : null,
    })
    .execute()
  await leaveToCommit(tx, inserting)
  return id
}

/** Queues a copy of a mail that was given up. Any other mail, or one that already has a copy, gets none. */
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

/** Returns the subject of a mail in the outbox; null for a kind that no longer exists. */
export function subjectOfMail(kind: string, payload: unknown): string | null {
  return isMailKind(kind) ? mailKinds[kind].describe(payload, brandName).subject : null
}
