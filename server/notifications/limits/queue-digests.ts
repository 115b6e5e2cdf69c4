import { sql } from 'kysely'
import { brandName } from '../../../contract/brand.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { deletedAddressPattern } from '../../identity/deleted-person.ts'
import { isMailKind, mailKinds } from '../mail-kinds.ts'
import { queueMail } from '../queue-mail.ts'
import { bucketOf, countMails, lockMailGate, roomAt } from './mail-counts.ts'

/** Subjects in one digest; it counts the rest. */
const mostSubjects = 20

type Held = { id: string; kind: string; payload: unknown }

/** Without the name of a customer, who may leave while the digest is kept. */
function subjectOf({ kind, payload }: Held): string[] {
  if (!isMailKind(kind)) return []
  const { describe, describePlain } = mailKinds[kind]
  const isAboutCustomer = typeof payload === 'object' && payload !== null && 'appointmentId' in payload
  return [(isAboutCustomer ? describePlain : describe)(payload, brandName).subject]
}

async function queueDigest(tx: Queryable, context: Context, recipient: string): Promise<void> {
  const at = new Date(context.clock.now())
  await lockMailGate(tx)
  const isProven = sql<boolean>`exists (select from users where email = ${recipient} and email_verified)`
  const { rows } = await sql<{ bucket: string; room_at: Date | null }>`
    select b.bucket, ${roomAt(context, sql`b.bucket`)} as room_at
      from (select ${bucketOf(sql`${recipient}`, { isProven, isByAnyone: sql`false` })} as bucket) b`.execute(
    tx,
  )
  const [room] = rows
  if (!room || (room.room_at !== null && room.room_at > at)) return
  const held: Held[] = await tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload'])
    .where('recipient', '=', recipient)
    .where('withheld', '=', 'digest')
    .where('digest_id', 'is', null)
    .orderBy('id')
    .execute()
  if (held.length === 0) return
  const id = await queueMail(tx, {
    kind: 'staff_digest',
    recipient,
    at,
    payload: {
      createdAt: at.toISOString(),
      count: held.length,
      subjects: held.slice(-mostSubjects).flatMap(subjectOf),
      adminUrl: `${context.config.publicUrl}/admin`,
    },
  })
  await countMails(tx, [{ id, bucket: room.bucket }], at)
  await sql`update outbox set digest_id = ${id} where id = any(${held.map((mail) => mail.id)}::uuid[])`.execute(
    tx,
  )
}

/**
 * Queues one mail for all those to a shop or an administrator beyond the limit of their address, once it has
 * room.
 */
export async function queueDigests(context: Context): Promise<void> {
  const waiting = await context.database.db
    .selectFrom('outbox')
    .select('recipient')
    .distinct()
    .where('withheld', '=', 'digest')
    .where('digest_id', 'is', null)
    .where('recipient', 'not like', deletedAddressPattern)
    .execute()
  for (const { recipient } of waiting)
    await context.database.transaction((tx) => queueDigest(tx, context, recipient))
}
