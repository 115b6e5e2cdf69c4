import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { WithheldReason } from '../../database/tables.ts'
import { answersOf } from '../../database/transaction.ts'
import { provenAddress } from '../customer-address.ts'
import { forgetParts } from '../forget-parts.ts'
import type { MailKind } from '../mail-kinds.ts'
import { isOutdated } from '../outdated-mail.ts'
import { replyAddress } from '../../shops/contact-email.ts'
import { sendDeadlineMs } from '../smtp-client.ts'
import { decideMail, type MailFacts } from './decide-mail.ts'
import { bucketOf, countMails, lockMailGate, roomAt } from './mail-counts.ts'
import { customerKinds } from './mail-policies.ts'

// Every send ends before its lease expires, so two live senders never hold the same row.
const leaseSeconds = sendDeadlineMs / 1000 + 15
const batchSize = 20
export const maxAttempts = 12

export type LeasedMail = {
  id: string
  kind: string
  recipient: string
  payload: unknown
  /** With the one that the lease is for. */
  attempts: number
  isProven: boolean
  /** The shop's address for replies, of a mail to a customer about an appointment; null without one. */
  shopEmail: string | null
}

type DueMail = LeasedMail & MailFacts & { mailbox: string; bucket: string }
type Withheld = { mail: DueMail; reason: WithheldReason }

/** Whether the recipient of a mail `o`, about an appointment `a` if any, proved the address. */
const isProven = provenAddress(sql`o.recipient`, sql`a.customer_id`)

/** Kinds that anyone can cause to any address. */
const causedByAnyone: readonly MailKind[] = [
  'address_proof',
  'account_exists',
  'account_deleted',
  'email_proof',
  'email_code',
  'password_sign_in',
]
const isByAnyone = sql<boolean>`o.kind = any(${causedByAnyone})`
const bucket = bucketOf(sql`o.recipient`, { isProven, isByAnyone })

/**
 * Locks the oldest due mail of each recipient, so that mails arrive in order. `offset 0` forces one subquery
 * per mail: as a join with outdated statistics, a backlog took quadratic time.
 */
async function lockDueMails(tx: Queryable, context: Context): Promise<DueMail[]> {
  const now = new Date(context.clock.now())
  const { rows } = await sql<DueMail>`
    select o.id, o.kind, o.recipient, o.payload, o.attempts, o.created_at as "createdAt",
      mailbox_digest(o.recipient) as mailbox, ${bucket} as bucket, ${isProven} as "isProven", ${isOutdated(now)} as "isOutdated",
      o.attempts = 0 and not o.collects_changes and o.due_at > o.created_at as "hasWaited",
      exists (select from mail_counts c where c.mail_id = o.id) as "isCounted",
      ${roomAt(context, bucket)} as "roomAt",
      case when o.kind = any(${customerKinds}) then (select ${replyAddress} from shops s where s.id = a.shop_id) end as "shopEmail"
    from outbox o left join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid
    where o.sent_at is null and o.given_up_at is null and o.due_at <= ${now} and o.attempts < ${maxAttempts}
      and (o.leased_until is null or o.leased_until <= now())
      and not exists (select from outbox as earlier where earlier.recipient = o.recipient
        and earlier.id < o.id and earlier.sent_at is null and earlier.given_up_at is null
        and earlier.due_at <= ${now} and earlier.attempts < ${maxAttempts} offset 0)
    order by o.due_at, o.id limit ${batchSize} for update of o skip locked`.execute(tx)
  return rows
}

/** The first mail of each mailbox: a second one is decided once the first one counts. */
function oneOfEachMailbox(mails: readonly DueMail[]): DueMail[] {
  return [...Map.groupBy(mails, ({ mailbox }) => mailbox).values()].flatMap(([first]) => first ?? [])
}

/** The lease uses the database's clock: moving the product's clock forward must not expire it. */
async function lease(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update outbox set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id = any(${ids}::uuid[])`.execute(tx)
}

async function withhold(tx: Queryable, { mail, reason }: Withheld, at: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ given_up_at: at, withheld: reason })
    .where('id', '=', mail.id)
    .execute()
  await forgetParts(tx, mail)
}

async function postpone(tx: Queryable, id: string, until: Date): Promise<void> {
  await tx.updateTable('outbox').set({ due_at: until }).where('id', '=', id).execute()
}

/**
 * Leases due mails within the limits of their mailboxes. The attempt is counted here, so that a mail that
 * crashes its sender is given up as well. `isDone` once no mail is due.
 */
export async function leaseDueMails(context: Context): Promise<{ mails: LeasedMail[]; isDone: boolean }> {
  const now = context.clock.now()
  const at = new Date(now)
  const { mails, withheld, isDone } = await context.database.transaction(async (tx) => {
    const [, due] = await answersOf(lockMailGate(tx), lockDueMails(tx, context))
    const decided = oneOfEachMailbox(due).map((mail) => ({ mail, decision: decideMail(mail, now) }))
    const sent = decided.filter(({ decision }) => decision.send).map(({ mail }) => mail)
    const counted = decided.flatMap(({ mail, decision }) => (decision.send && decision.counts ? [mail] : []))
    const stopped = decided.flatMap(({ mail, decision }) =>
      'withheld' in decision ? [{ mail, reason: decision.withheld }] : [],
    )
    const leased = sent.map(({ id }) => id)
    await answersOf(lease(tx, leased), countMails(tx, counted, at))
    for (const one of stopped) await withhold(tx, one, at)
    for (const { mail, decision } of decided)
      if ('waitsUntil' in decision) await postpone(tx, mail.id, decision.waitsUntil)
    return {
      mails: sent.map((mail) => ({ ...mail, attempts: mail.attempts + 1 })),
      withheld: stopped,
      isDone: due.length === 0,
    }
  })
  for (const { mail, reason } of withheld)
    context.log.warn({ outboxId: mail.id, kind: mail.kind, reason }, 'a mail was withheld')
  return { mails, isDone }
}
