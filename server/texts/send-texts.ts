import { sql } from 'kysely'
import { reminderHours } from '../../contract/booking/reminder-hours.ts'
import { isQuiet, textTime } from '../../contract/texts/quiet-hours.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { TextState } from '../../contract/texts/conversation.ts'
import { isStopped, mayText } from './consents.ts'
import { hasJustWritten } from './recent-texts.ts'
import { sendMessage } from './provider/send-message.ts'
import { recordOutcome } from './record-outcome.ts'

const batchSize = 20
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Longer than a request to the provider takes. */
const leaseSeconds = 60
/** Key of the advisory lock: two processes that count at the same time would both find room. */
const gate = 7_204_101

export type DueText = {
  id: string
  shop_id: number
  phone: string
  kind: string
  body: string
  attempts: number
  expires_at: Date | null
  text_number: string | null
  time_zone: string
  contact_id: string | null
  /** Whether its appointment is still booked for the start that the text names, or its car still ready. */
  is_current: boolean
  /** Whether the appointment has the phone of the text still; true for a text without one. */
  is_same_phone: boolean
  /** Whether its customer has not given a card yet. */
  awaits_card: boolean
  /** Whether the shop still checks that the package fits the car. */
  awaits_review: boolean
}

type Decision = { state: Exclude<TextState, 'queued'> } | { waitsUntil: number }

/** Kinds that do not depend on the present start. */
const lasting: readonly string[] = ['cancelled', 'message']

/** They wait for the answer of the shop, as the mailed ones do. */
const reminders: readonly string[] = ['reminder', 'reminder_today']

/** States of a text that left, or may have. */
const counted = ['sending', 'sent', 'delivered', 'failed'] as const

async function countSince(tx: Queryable, now: number, phone?: string): Promise<number> {
  const { count } = await tx
    .selectFrom('texts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('direction', '=', 'out')
    .where('state', 'in', counted)
    .where('sent_at', '>', new Date(now - dayMs))
    .$if(phone !== undefined, (query) => query.where('phone', '=', phone ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a text is of no more use: the mails of its kind are not sent then either. */
function isTooLate({ kind, expires_at: start, awaits_card: awaitsCard }: DueText, now: number): boolean {
  if (kind === 'card_requested') return !awaitsCard
  const hours = { reminder: reminderHours.first.last, reminder_today: reminderHours.second.last }[kind]
  return hours !== undefined && start !== null && start.getTime() - now <= hours * hourMs
}

/** Whether the shop answers a person who has just written. */
async function isAnswer(tx: Queryable, { kind, shop_id: shopId, phone }: DueText, now: number) {
  return kind === 'message' && (await hasJustWritten(tx, { shopId, phone }, now))
}

/**
 * Decides about a due text at the moment of its sending. An answer to a keyword leaves at any hour, and so
 * does one of the shop to a person who has just written. The answer to STOP has no limit. All others need a
 * consent that is in force now.
 */
async function decide(tx: Queryable, { config, clock }: Context, text: DueText): Promise<Decision> {
  const now = clock.now()
  if (text.expires_at !== null && text.expires_at.getTime() <= now) return { state: 'expired' }
  if (text.text_number === null) return { state: 'stopped' }
  if (text.kind === 'stop_answer') return { state: 'sending' }
  if (text.kind !== 'answer') {
    if (!text.is_same_phone || (!lasting.includes(text.kind) && !text.is_current)) return { state: 'expired' }
    if (isTooLate(text, now)) return { state: 'expired' }
    const person = { shopId: text.shop_id, phone: text.phone, contactId: text.contact_id }
    const answers = await isAnswer(tx, text, now)
    if (answers ? await isStopped(tx, person) : !(await mayText(tx, person))) return { state: 'stopped' }
    if (text.awaits_review && reminders.includes(text.kind)) return { waitsUntil: now + hourMs }
    if (!answers && isQuiet(now, text.time_zone)) return { waitsUntil: textTime(now, text.time_zone) }
  }
  const { textsPerPhone, textsPerDay } = config.limits
  if ((await countSince(tx, now, text.phone)) >= textsPerPhone) return { state: 'capped' }
  if ((await countSince(tx, now)) >= textsPerDay) return { state: 'capped' }
  return { state: 'sending' }
}

/**
 * A process ended between the request and its answer. The provider may have sent the text, and a second one
 * would be worse than none: the mail goes as well. Its status callback tells more.
 */
async function endLostRequests(tx: Queryable): Promise<void> {
  await sql`update texts set state = 'sent'
    where state = 'sending' and leased_at < now() - make_interval(secs => ${leaseSeconds})`.execute(tx)
}

async function leaseDueTexts(context: Context): Promise<{ texts: DueText[]; isDone: boolean }> {
  const now = new Date(context.clock.now())
  return context.database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${gate})`.execute(tx)
    await endLostRequests(tx)
    const { rows } = await sql<DueText>`
      select t.id, t.shop_id, t.phone, t.kind, t.body, t.attempts, t.expires_at, s.text_number, s.time_zone, a.contact_id,
        coalesce(case when t.kind = 'ready' then a.state <> 'cancelled' and a.work_state = 'ready'
          when t.kind = 'price' then a.state = 'booked'
          else a.state = 'booked' and a.starts_at = t.expires_at
            and (a.work_state = 'booked' or t.kind not in ('reminder', 'reminder_today')) end and a.customer_phone = t.phone, false) as is_current,
        coalesce(a.customer_phone = t.phone, true) as is_same_phone,
        coalesce(a.pays_by = 'link' and a.card_due_at is not null, false) as awaits_card,
        exists (select from fitment_reviews r where r.appointment_id = a.id and r.package_id = a.package_id
          and r.answered_at is null) as awaits_review
      from texts t join shops s on s.id = t.shop_id left join appointments a on a.id = t.appointment_id
      where t.state = 'queued' and t.due_at <= ${now}
      order by t.due_at, t.id limit ${batchSize} for update of t skip locked`.execute(tx)
    const leased: DueText[] = []
    for (const text of rows) {
      const decision = await decide(tx, context, text)
      const isSent = 'state' in decision && decision.state === 'sending'
      const update = tx.updateTable('texts').where('shop_id', '=', text.shop_id).where('id', '=', text.id)
      await ('waitsUntil' in decision
        ? update.set({ due_at: new Date(decision.waitsUntil) }).execute()
        : update
            .set({
              state: decision.state,
              ...(isSent && { leased_at: sql`now()`, sent_at: now, attempts: text.attempts + 1 }),
            })
            .execute())
      if (isSent) leased.push({ ...text, attempts: text.attempts + 1 })
    }
    return { texts: leased, isDone: rows.length === 0 }
  })
}

/** Sends every due text message (SMS). Each is marked before its one request to the provider. */
export async function sendTexts(context: Context): Promise<void> {
  const { texts: provider, publicUrl } = context.config
  if (provider === null) return
  for (;;) {
    const { texts, isDone } = await leaseDueTexts(context)
    if (isDone) return
    await Promise.all(
      texts.map(async (text) => {
        const outcome = await sendMessage(provider, {
          from: text.text_number ?? '',
          to: `+1${text.phone}`,
          body: text.body,
          statusCallback: `${publicUrl}/api/webhooks/texts/status?text=${text.id}`,
        })
        await recordOutcome(context, text, outcome)
      }),
    )
  }
}
