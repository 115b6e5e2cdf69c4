import { undoMs } from '../../contract/admin/move-times.ts'
import { reminderHours } from '../../contract/booking/reminder-hours.ts'
import { reminderTime, textTime } from '../../contract/texts/quiet-hours.ts'
import { writeText, type TextKind } from '../../contract/texts/text-words.ts'
import { workUndoMs } from '../../contract/workshop/work-states.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { rowOfText } from './insert-text.ts'
import { mayText } from './consents.ts'

export type TextedAppointment = { id: string; shop_id: number; starts_at: Date; customer_phone: string }

/** `answer`: the page that answers without a sign-in. `news`: another one for the text about the event. */
export type TextLinks = { answer: string; news?: string }

/** The link to the page of an appointment that answers without a sign-in. */
export type LinkOf = (context: Context, appointment: { id: string; customer_phone: string }) => string

const hourMs = 3_600_000
/** The hours of the mailed ones. */
const reminders = {
  reminder: reminderHours.first.first,
  reminder_today: reminderHours.second.first,
} as const

/**
 * Queues a text message (SMS) about an appointment, in the transaction of the event, and the reminders of its
 * start. None without a number of the shop or a consent of the person, and one for each kind and start. A
 * reminder that would fall in the quiet hours goes the evening before, any other text after them. The job
 * asks for consent and start again before it sends.
 */
export async function queueTexts(
  tx: Queryable,
  context: Context,
  appointment: TextedAppointment,
  kind: Exclude<TextKind, keyof typeof reminders> | null,
  links: TextLinks,
): Promise<void> {
  const { id, shop_id: shopId, starts_at: startsAt, customer_phone: phone } = appointment
  if (context.config.texts === null || !/^\d{10}$/.test(phone)) return
  const found = await tx
    .selectFrom('shops as s')
    .innerJoin('appointments as a', 'a.shop_id', 's.id')
    .innerJoin('text_consents as t', (join) =>
      join.onRef('t.shop_id', '=', 's.id').on('t.phone', '=', phone).on('t.withdrawn_at', 'is', null),
    )
    .select(['s.business_name', 's.time_zone', 'a.contact_id'])
    .where('a.id', '=', id)
    .where('s.text_number', 'is not', null)
    .executeTakeFirst()
  if (!found) return
  if (!(await mayText(tx, { shopId, phone, contactId: found.contact_id }))) return
  const { time_zone: zone, business_name: shopName } = found
  const now = context.clock.now()
  let isFirst = !(await hasTexts(tx, shopId, phone))
  const add = async (added: TextKind, dueAt: number) => {
    const facts = { shopName, startsAt: startsAt.getTime(), zone, isFirst }
    const body = writeText(added, {
      ...facts,
      link: (added === kind ? links.news : undefined) ?? links.answer,
    })
    await insert(tx, appointment, { kind: added, body, dueAt, now })
    isFirst = false
  }
  if (kind === 'moved' || kind === 'ready' || kind === 'price') await withdrawEarlier(tx, appointment, kind)
  // The shop can undo both for a moment.
  const leavesAt = kind === 'moved' ? now + undoMs : kind === 'ready' ? now + workUndoMs : now
  if (kind !== null) await add(kind, textTime(leavesAt, zone))
  if (kind === 'cancelled' || kind === 'ready' || kind === 'price') return
  for (const reminder of ['reminder', 'reminder_today'] as const) {
    const dueAt = reminderTime(startsAt.getTime() - reminders[reminder] * hourMs, zone)
    if (dueAt > now) await add(reminder, dueAt)
  }
}

/** Queues the reminders of the coming appointments of a person who has just agreed to texts. */
export async function queueReminders(
  tx: Queryable,
  context: Context,
  { shop_id: shopId, phone }: { shop_id: number; phone: string },
  linkOf: LinkOf,
): Promise<void> {
  const coming = await tx
    .selectFrom('appointments')
    .select(['id', 'shop_id', 'starts_at', 'customer_phone'])
    .where('shop_id', '=', shopId)
    .where('customer_phone', '=', phone)
    .where('state', '=', 'booked')
    .where('starts_at', '>', new Date(context.clock.now()))
    .execute()
  for (const appointment of coming)
    await queueTexts(tx, context, appointment, null, { answer: linkOf(context, appointment) })
}

/** News that happen again, such as a move there and back and there, are told again. */
const repeatable: readonly TextKind[] = ['card_requested', 'moved', 'ready', 'price', 'cancelled']

function onceKeyOf(
  { id, starts_at: start, customer_phone: phone }: TextedAppointment,
  kind: TextKind,
  now: number,
) {
  const time = repeatable.includes(kind) ? ` ${now}` : ''
  return `${id} ${kind} ${start.toISOString()} ${phone}${time}`
}

/** One text tells of a step that was undone and made again. */
async function withdrawEarlier(
  tx: Queryable,
  { id, shop_id: shopId }: TextedAppointment,
  kind: TextKind,
): Promise<void> {
  await tx
    .updateTable('texts')
    .set({ state: 'expired' })
    .where('shop_id', '=', shopId)
    .where('appointment_id', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .execute()
}

async function hasTexts(tx: Queryable, shopId: number, phone: string): Promise<boolean> {
  const text = await tx
    .selectFrom('texts')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('phone', '=', phone)
    .where('direction', '=', 'out')
    .limit(1)
    .executeTakeFirst()
  return text !== undefined
}

async function insert(
  tx: Queryable,
  appointment: TextedAppointment,
  { kind, body, dueAt, now }: { kind: TextKind; body: string; dueAt: number; now: number },
): Promise<void> {
  await tx
    .insertInto('texts')
    .values(
      rowOfText({
        shop_id: appointment.shop_id,
        appointment_id: appointment.id,
        phone: appointment.customer_phone,
        direction: 'out',
        kind,
        body,
        state: 'queued',
        at: new Date(now),
        due_at: new Date(dueAt),
        // The start has passed when the car is ready or its price has changed: the text leaves while that is
        // so.
        expires_at: kind === 'ready' || kind === 'price' ? null : appointment.starts_at,
        once_key: onceKeyOf(appointment, kind, now),
      }),
    )
    // After STOP and START the queued reminders of before are wanted again.
    .onConflict((conflict) =>
      conflict
        .columns(['once_key', 'shop_id'])
        .doUpdateSet({ state: 'queued', due_at: new Date(dueAt) })
        .where('texts.state', '=', 'stopped')
        .where('texts.sent_at', 'is', null),
    )
    .execute()
}
