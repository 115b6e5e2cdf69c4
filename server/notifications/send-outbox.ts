import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { brandName } from '../../contract/brand.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { openSealedLink } from '../identity/sealed-link.ts'
import { forgetRecipient, isLastMail } from './forget-recipient.ts'
import { readSender } from './mail-sender.ts'
import { renderMail } from './render-mail.ts'
import { MailRefusedError, sendDeadlineMs } from './smtp-client.ts'

// No send outlives this, so a row is never leased to two senders who both live.
const leaseSeconds = sendDeadlineMs / 1000 + 15
const batchSize = 20
/** While the mail server answers for one batch, the next is written. */
const lanes = 2
const longestTurnMs = 5
const mostAttempts = 12
const longestWaitMs = 6 * 60 * 60_000

type OutboxMail = { id: string; kind: string; recipient: string; payload: unknown; attempts: number }

/**
 * The oldest due mail of each recipient, so that nobody reads the end of a story before its beginning. A lease is measured by the database's clock, not by the product's: turning that one forward must not take a mail from
 * a sender in the middle of it. The attempt is counted here, so that a mail which kills its sender is given up as well. With `offset 0`
 * each mail is asked about by itself: joined with all others, by statistics of a time when little was waiting, a backlog took its square.
 */
async function leaseDueMail(context: Context): Promise<OutboxMail[]> {
  const now = new Date(context.clock.now())
  const { rows } = await sql<OutboxMail>`
    with due as (
      select id from outbox
      where sent_at is null and given_up_at is null and due_at <= ${now} and attempts < ${mostAttempts}
        and (leased_until is null or leased_until <= now())
        and not exists (select from outbox as earlier where earlier.recipient = outbox.recipient
          and earlier.id < outbox.id and earlier.sent_at is null and earlier.given_up_at is null
          and earlier.due_at <= ${now} and earlier.attempts < ${mostAttempts} offset 0)
      order by due_at, id limit ${batchSize} for update skip locked)
    update outbox set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, kind, recipient, payload, attempts`.execute(context.database.db)
  return rows
}

/** Says what went wrong without naming anybody: a mail server likes to repeat the address it refuses. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unknown'
  return message.replaceAll(/\S+@\S+/g, '(address)').slice(0, 300)
}

async function recordSent({ database, clock }: Context, mail: OutboxMail): Promise<void> {
  const markSent = (db: Queryable) =>
    db
      .updateTable('outbox')
      .set({ sent_at: new Date(clock.now()), leased_until: null, last_error: null })
      .where('id', '=', mail.id)
      .execute()
  if (!isLastMail(mail)) return void (await markSent(database.db))
  await database.transaction(async (tx) => {
    await markSent(tx)
    await forgetRecipient(tx, mail)
  })
}

async function recordFailure(context: Context, mail: OutboxMail, error: unknown): Promise<void> {
  const reason = reasonOf(error)
  const wait = Math.min(60_000 * 2 ** (mail.attempts - 1), longestWaitMs)
  const isGivenUp = error instanceof MailRefusedError || mail.attempts >= mostAttempts
  const now = context.clock.now()
  await context.database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({
        due_at: new Date(now + wait),
        given_up_at: isGivenUp ? new Date(now) : null,
        leased_until: null,
        last_error: reason,
      })
      .where('id', '=', mail.id)
      // Nothing is left to say when the lease ran out and another sender took the row.
      .where('attempts', '=', mail.attempts)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (isGivenUp && numUpdatedRows > 0n) await forgetRecipient(tx, mail)
  })
  const facts = { outboxId: mail.id, kind: mail.kind, attempt: mail.attempts, reason }
  if (!isGivenUp) context.log.warn(facts, 'a mail could not be sent')
  else context.log.error(facts, 'a mail was given up')
}

type Write = (mail: OutboxMail) => ReturnType<typeof renderMail>

/** Writes one mail at a time, and after some milliseconds lets in whatever came meanwhile: twenty in a row would hold it up for 50. */
function writeInTurns(context: Context): Write {
  const sender = readSender(context.config.mail.from)
  const writeOne: Write = async (mail) =>
    renderMail(mail.kind, await openSealedLink(context, mail.payload), { brandName, sender })
  let turnBegan = performance.now()
  const endTurn = async () => {
    if (performance.now() - turnBegan < longestTurnMs) return
    await nextTurn()
    turnBegan = performance.now()
  }
  let turn = Promise.resolve()
  return (mail) => {
    const written = turn.then(() => writeOne(mail))
    turn = written.then(endTurn, endTurn)
    return written
  }
}

async function sendOne(context: Context, mail: OutboxMail, write: Write): Promise<boolean> {
  try {
    const rendered = await write(mail)
    // The same id on every try: a server that already took the mail knows it again.
    const messageId = `<${mail.id}@${new URL(context.config.publicUrl).hostname}>`
    await context.mail.send({ ...rendered, to: mail.recipient, messageId })
  } catch (error) {
    await recordFailure(context, mail, error)
    return false
  }
  await recordSent(context, mail)
  return true
}

type Sent = { sent: number; failed: number }

async function sendBatches(context: Context, write: Write): Promise<Sent> {
  let [sent, failed] = [0, 0]
  for (;;) {
    const mails = await leaseDueMail(context)
    if (mails.length === 0) return { sent, failed }
    const results = await Promise.all(mails.map((mail) => sendOne(context, mail, write)))
    sent += results.filter(Boolean).length
    failed += results.filter((result) => !result).length
  }
}

/**
 * Sends every mail of the outbox that is due by the product's clock. Many processes may run it: a row is leased for a
 * minute and then sent with no transaction open. What fails is tried again after 1, 2, 4 … minutes, at most 6 hours apart
 * and 12 times; after that, or once the mail server refuses it for good, it is given up and stays with its last error. What goes
 * to one person goes in the order in which it became true.
 */
export async function sendOutbox(context: Context): Promise<Sent> {
  const write = writeInTurns(context)
  const ended = await Promise.allSettled(Array.from({ length: lanes }, () => sendBatches(context, write)))
  // Only once none is at work any more: who stops the product waits for this.
  return ended.reduce(
    (sum, lane) => {
      if (lane.status === 'rejected') throw lane.reason
      return { sent: sum.sent + lane.value.sent, failed: sum.failed + lane.value.failed }
    },
    { sent: 0, failed: 0 },
  )
}
