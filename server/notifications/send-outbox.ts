import { setImmediate as nextTurn } from 'node:timers/promises'
import { brandName } from '../../contract/brand.ts'
import type { Context, OutgoingMail } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { openSealedTexts } from '../identity/sealed-text.ts'
import { forgetParts, hasUnkeptParts } from './forget-parts.ts'
import { leaseDueMails, maxAttempts, type LeasedMail } from './limits/lease-due-mails.ts'
import { queueDigests } from './limits/queue-digests.ts'
import { readSender } from './mail-sender.ts'
import { renderMail } from './render-mail.ts'
import { MailRefusedError } from './smtp-client.ts'
import { withMoment } from './with-moment.ts'

/** While the mail server processes one batch, the next one is rendered. */
const lanes = 2
const maxBlockingMs = 5
const maxBackoffMs = 6 * 60 * 60_000

/** Returns the failure reason without addresses: a mail server often repeats the refused address. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unknown'
  return message
    .slice(0, 1000)
    .replaceAll(/\S+@\S+/g, '(address)')
    .slice(0, 300)
}

async function recordSent({ database, clock }: Context, mail: LeasedMail): Promise<void> {
  const markSent = (db: Queryable) =>
    db
      .updateTable('outbox')
      .set({
        sent_at: new Date(clock.now()),
        leased_until: null,
        last_error: null,
        is_plain: !mail.isProven,
        reply_to: mail.shopEmail,
      })
      .where('id', '=', mail.id)
      .execute()
  if (!hasUnkeptParts(mail)) return void (await markSent(database.db))
  await database.transaction(async (tx) => {
    await markSent(tx)
    await forgetParts(tx, mail)
  })
}

async function recordFailure(context: Context, mail: LeasedMail, error: unknown): Promise<void> {
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
    if (isGivenUp && numUpdatedRows > 0n) await forgetParts(tx, mail)
  })
  const facts = { outboxId: mail.id, kind: mail.kind, attempt: mail.attempts, reason }
  if (!isGivenUp) context.log.warn(facts, 'a mail could not be sent')
  else context.log.error(facts, 'a mail was given up')
}

/** Further attachments of a mail, made when it is sent: by features above this one. */
export type AttachSheets = (
  context: Context,
  mail: { kind: string; payload: unknown },
) => Promise<OutgoingMail['attachments']>

const withoutSheets: AttachSheets = () => Promise.resolve([])

type Render = (mail: LeasedMail) => Promise<Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments'>>

/**
 * Renders one mail at a time and yields to the event loop after some milliseconds: twenty in a row would
 * block it for 50.
 */
function createRenderer(context: Context, attachSheets: AttachSheets): Render {
  const sender = readSender(context.config.mail.from)
  const renderOne: Render = async (mail) => {
    const payload = withMoment(await openSealedTexts(context, mail.payload), {
      sentAt: context.clock.now(),
      shopEmail: mail.shopEmail,
    })
    const rendered = await renderMail(mail.kind, payload, { brandName, sender, isPlain: !mail.isProven })
    // A sheet has text that people typed.
    const sheets = mail.isProven ? await attachSheets(context, { kind: mail.kind, payload }) : []
    return { ...rendered, attachments: [...rendered.attachments, ...sheets] }
  }
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

async function sendOne(context: Context, mail: LeasedMail, render: Render): Promise<boolean> {
  try {
    const rendered = await render(mail)
    // The same id on every attempt lets a server detect a mail that it already accepted.
    const messageId = `<${mail.id}@${new URL(context.config.publicUrl).hostname}>`
    await context.mail.send({
      ...rendered,
      to: mail.recipient,
      replyTo: mail.shopEmail ?? undefined,
      messageId,
    })
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
    const { mails, isDone } = await leaseDueMails(context)
    if (isDone) return { sent, failed }
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
 * events, within the limits of `decideMail`; an unproven address gets no text that a person typed.
 */
export async function sendOutbox(
  context: Context,
  attachSheets: AttachSheets = withoutSheets,
): Promise<Sent> {
  await queueDigests(context)
  const render = createRenderer(context, attachSheets)
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
