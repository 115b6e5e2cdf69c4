import { sql, type Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brandName } from '../../contract/brand.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'
import type { Tables } from '../database/tables.ts'
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

type NewMail = Pick<
  Insertable<Tables['outbox']>,
  'id' | 'kind' | 'recipient' | 'payload' | 'actor_id' | 'created_at' | 'due_at'
>

/** A mail's row, its payload not yet written as JSON. */
type Row = Omit<NewMail, 'payload'> & { payload: object }

const insertMail = statement((tx, mail: NewMail) => tx.insertInto('outbox').values(mail))

const insertMails = statement(
  (_tx, { mails }: { mails: string }) => sql<object>`
    insert into outbox (id, kind, recipient, payload, actor_id, created_at, due_at)
    select id, kind, recipient, payload, actor_id, created_at, due_at
      from json_populate_recordset(null::outbox, ${mails}::json)`,
)

function rowFor({ kind, payload, recipient, at, actorId = null }: QueuedMail): Row {
  const snapshot = mailKinds[kind].schema.parse(payload)
  return { id: uuid(), kind, recipient, payload: snapshot, actor_id: actorId, created_at: at, due_at: at }
}

/**
 * Puts mails into the outbox, in the transaction that makes their news true. Throws on a payload that is not of its kind, so that
 * the news fails with it instead of a mail that nobody can render later.
 */
export async function queueMails(tx: Queryable, queued: readonly QueuedMail[]): Promise<void> {
  const mails = queued.map(rowFor)
  const [only] = mails
  if (!only) return
  await leaveToCommit(
    tx,
    mails.length === 1
      ? insertMail(tx, { ...only, payload: JSON.stringify(only.payload) })
      : insertMails(tx, { mails: JSON.stringify(mails) }),
  )
}

/** As `queueMails`, of one. */
export async function queueMail(tx: Queryable, mail: QueuedMail): Promise<void> {
  await queueMails(tx, [mail])
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
