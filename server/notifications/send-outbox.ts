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

// Every send ends before its lease expires, so two live senders never hold the same row.
const leaseSeconds = sendDeadlineMs / 1000 + 15
const batchSize = 20
/** While the mail server processes one batch, the next one is rendered. */
const lanes = 2
const maxBlockingMs = 5
const maxAttempts = 12
const maxBackoffMs = 6 * 60 * 60_000

type OutboxMail = { id: string; kind: string; recipient: string; payload: unknown; attempts: number }

/**
 * Leases the oldest due mail of each recipient, so that mails arrive in order. The lease uses the database's
 * clock, not the product's: moving the product's clock forward must not expire the lease of an active sender.
 * The attempt is counted here, so that a mail that crashes its sender is given up as well. `offset 0` forces
 * one subquery per mail: as a join with outdated statistics, a backlog took quadratic time.
 */
async function leaseDueMail(context: Context): Promise<OutboxMail[]> {
  const now = new Date(context.clock.now())
  const { rows } = await sql<OutboxMail>`
    with due as (
      select id from outbox
      where sent_at is null and given_up_at is null and due_at <= ${now} and attempts < ${maxAttempts}
        and (leased_until is null or leased_until <= now())
        and not exists (select from outbox as earlier where earlier.recipient = outbox.recipient
          and earlier.id < outbox.id and earlier.sent_at is null and earlier.given_up_at is null
          and earlier.due_at <= ${now} and earlier.attempts < ${maxAttempts} offset 0)
      order by due_at, id limit ${batchSize} for update skip locked)
    update outbox set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, kind, recipient, payload, attempts`.execute(context.database.db)
  return rows
}

/** Returns the failure reason without addresses: a mail server often repeats the refused address. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unknown'
  return message
    .slice(0, 1000)
    .replaceAll(/\S+@\S+/g, '(address)')
    .slice(0, 300)
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
  const wait = Math.min(60_000 * 2 ** (mail.attempts - 1), maxBackoffMs)
  const isGivenUp = error instanceof MailRefusedError || mail.attempts >= maxAttempts
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
      // Skips the row if the lease expired and another sender took it.
      .where('attempts', '=', mail.attempts)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (isGivenUp && numUpdatedRows > 0n) await forgetRecipient(tx, mail)
  })
  const facts = { outboxId: mail.id, kind: mail.kind, attempt: mail.attempts, reason }
  if (!isGivenUp) context.log.warn(facts, 'a mail could not be sent')
  else context.log.error(facts, 'a mail was given up')
}

type Render = (mail: OutboxMail) => ReturnType<typeof renderMail>

/**
 * Renders one mail at a time and yields to the event loop after some milliseconds: twenty in a row would
 * block it for 50.
 */
function createRenderer(context: Context): Render {
  const sender = readSender(context.config.mail.from)
  const renderOne: Render = async (mail) =>
    renderMail(mail.kind, await openSealedLink(context, mail.payload), { brandName, sender })
  let sliceStart = performance.now()
  const yieldToEventLoop = async () => {
    if (performance.now() - sliceStart < maxBlockingMs) return
    await nextTurn()
    sliceStart = performance.now()
  }
  let queue = Promise.resolve()
  return (mail) => {
    const written = queue.then(() => renderOne(mail))
    queue = written.then(yieldToEventLoop, yieldToEventLoop)
    return written
  }
}

async function sendOne(context: Context, mail: OutboxMail, render: Render): Promise<boolean> {
  try {
    const rendered = await render(mail)
    // The same id on every attempt lets a server detect a mail that it already accepted.
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

async function sendBatches(context: Context, render: Render): Promise<Sent> {
  let [sent, failed] = [0, 0]
  for (;;) {
    const mails = await leaseDueMail(context)
    if (mails.length === 0) return { sent, failed }
    const results = await Promise.all(mails.map((mail) => sendOne(context, mail, render)))
    sent += results.filter(Boolean).length
    failed += results.filter((result) => !result).length
  }
}

/**
 * Sends every mail of the outbox that is due by the product's clock. Many processes may run it: a row is
 * leased for a minute and sent with no transaction open. A failed mail is retried with exponential backoff
 * (1, 2, 4 … minutes, at most 6 hours apart, 12 attempts). After that, or after a permanent refusal by the
 * mail server, it is given up and keeps its last error. Mails to one recipient are sent in the order of their
 * events.
 */
export async function sendOutbox(context: Context): Promise<Sent> {
  const render = createRenderer(context)
  const ended = await Promise.allSettled(Array.from({ length: lanes }, () => sendBatches(context, render)))
  // Waits for all lanes: the shutdown waits for this promise.
  return ended.reduce(
    (sum, lane) => {
      if (lane.status === 'rejected') throw lane.reason
      return { sent: sum.sent + lane.value.sent, failed: sum.failed + lane.value.failed }
    },
    { sent: 0, failed: 0 },
  )
}
