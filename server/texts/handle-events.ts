import * as z from 'zod/mini'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { readKeyword, readYes, type Keyword } from '../../contract/texts/keywords.ts'
import { writeConfirmed, writeKeywordAnswer } from '../../contract/texts/text-words.ts'
import type { Context } from '../context.ts'
import { postgresCode } from '../database/database-errors.ts'
import type { Queryable } from '../database/open-database.ts'
import { giveTextConsent, mayText } from './consents.ts'
import { findAppointmentOf, type TextedByCustomer } from './find-appointment.ts'
import { queueReminders, type LinkOf } from './queue-text.ts'
import { firstCharacters } from '../first-characters.ts'
import { insertText } from './insert-text.ts'
import { sendTextsJob } from './jobs.ts'
import { followError } from './record-outcome.ts'
import { stopTexts } from './stop-texts.ts'

const inbound = z.object({
  MessageSid: z.string(),
  From: z.string(),
  To: z.string(),
  Body: z.string(),
  /** The provider handles the keyword itself, and has answered it. */
  OptOutType: z.optional(z.string()),
})
const status = z.object({
  MessageSid: z.string(),
  MessageStatus: z.string(),
  ErrorCode: z.optional(z.string()),
  /** Of the callback's address: the text's id. */
  text: z.uuid(),
})
type Inbound = z.infer<typeof inbound>

/** What a customer's text does to appointments, which this feature does not know. */
export type AppointmentRules = {
  linkOf: LinkOf
  /** Whether the customer was not confirmed before; null where the appointment takes no confirmation. */
  confirm: (tx: Queryable, context: Context, appointmentId: string) => Promise<boolean | null>
}

const ends: Readonly<Record<string, 'sent' | 'delivered' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

/** Handles the stored webhooks of the provider in the order of their arrival, each in a transaction. */
export async function handleTextEvents(context: Context, rules: AppointmentRules): Promise<void> {
  let isMore = true
  while (isMore)
    isMore = await context.database
      .transaction((tx) => handleNext(tx, context, rules))
      .catch((error: unknown) => setAside(context, error))
  // Answers leave at once.
  context.triggerJob(sendTextsJob)
}

/** Leaves out an event that the database cannot take, so that those behind it are handled. */
async function setAside(context: Context, error: unknown): Promise<boolean> {
  // Class 22: data that no retry mends. Everything else is tried again.
  if (postgresCode(error)?.startsWith('22') !== true) throw error
  const set = await context.database.db
    .updateTable('text_events')
    .set({ handled_at: new Date(context.clock.now()) })
    .where('sequence', '=', (query) =>
      query
        .selectFrom('text_events')
        .select(({ fn }) => fn.min('sequence').as('first'))
        .where('handled_at', 'is', null),
    )
    .returning('key')
    .executeTakeFirst()
  context.log.error({ err: error, key: set?.key }, 'a webhook of the text provider could not be handled')
  return true
}

async function handleNext(tx: Queryable, context: Context, rules: AppointmentRules): Promise<boolean> {
  const event = await tx
    .selectFrom('text_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('sequence')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!event) return false
  const at = new Date(context.clock.now())
  if (event.kind === 'inbound') await handleInbound(tx, context, rules, { fields: event.fields, at })
  else await handleStatus(tx, context, event.fields, at)
  await tx
    .updateTable('text_events')
    .set({ handled_at: at, fields: '{}' })
    .where('key', '=', event.key)
    .execute()
  return true
}

/** A state that comes late changes nothing: delivered and failed are final. */
async function handleStatus(tx: Queryable, context: Context, fields: unknown, at: Date): Promise<void> {
  const { data, error } = status.safeParse(fields)
  if (error) return context.log.warn({ err: error }, 'a delivery state of a text could not be read')
  const state = ends[data.MessageStatus]
  if (!state) return
  const code = /^\d{1,6}$/.test(data.ErrorCode ?? '') ? Number(data.ErrorCode) : null
  const text = await tx
    .updateTable('texts')
    .set({ state, provider_sid: data.MessageSid, error_code: code })
    .where('id', '=', data.text)
    .where('state', 'in', ['sending', 'sent'])
    .where((where) =>
      where.or([where('provider_sid', 'is', null), where('provider_sid', '=', data.MessageSid)]),
    )
    .returning(['shop_id', 'phone'])
    .executeTakeFirst()
  if (text && state === 'failed') await followError(tx, text, code, at)
}

async function handleInbound(
  tx: Queryable,
  context: Context,
  rules: AppointmentRules,
  { fields, at }: { fields: unknown; at: Date },
): Promise<void> {
  const { data } = inbound.safeParse(fields)
  const phone = data && /^\+1(\d{10})$/.exec(data.From)?.[1]
  const shop =
    data &&
    (await tx
      .selectFrom('shops')
      .select(['id', 'business_name', 'phone', 'time_zone'])
      .where('text_number', '=', data.To)
      .executeTakeFirst())
  if (!phone || !shop) {
    context.log.warn({ sid: data?.MessageSid }, 'a text came to an unknown number, or from no US number')
    return
  }
  const person = { shop_id: shop.id, phone }
  const appointment = await findAppointmentOf(tx, person, at)
  const message = { ...person, appointment_id: appointment?.id ?? null, at }
  const keyword = readKeyword(data.Body)
  const yes = keyword === null ? await confirmByText(tx, context, rules, { data, person, appointment }) : null
  const isNew = await insertText(tx, {
    ...message,
    direction: 'in',
    kind: keyword?.kind ?? (yes ? 'confirm' : 'reply'),
    body: firstCharacters(data.Body, 1600),
    state: 'received',
    provider_sid: data.MessageSid,
    once_key: data.MessageSid,
  })
  if (!isNew) return
  const answer = {
    ...message,
    direction: 'out' as const,
    state: 'queued' as const,
    once_key: `answer ${data.MessageSid}`,
  }
  if (yes?.isFirst) {
    const facts = { shopName: shop.business_name, startsAt: yes.startsAt.getTime(), zone: shop.time_zone }
    await insertText(tx, { ...answer, kind: 'answer', body: writeConfirmed(yes.language, facts) })
  }
  if (keyword === null) return
  const start = { person, appointment, linkOf: rules.linkOf, wording: data.Body.slice(0, 100), at }
  if (!(await followKeyword(tx, context, keyword, start))) return
  if (data.OptOutType !== undefined) return
  const shopPhone = shop.phone === null ? '' : formatPhone(shop.phone)
  await insertText(tx, {
    ...answer,
    // Carriers require it, so no limit holds it back.
    kind: keyword.kind === 'stop' ? 'stop_answer' : 'answer',
    body: writeKeywordAnswer(keyword, shop.business_name, shopPhone),
  })
}

type SaidYes = { language: Keyword['language']; isFirst: boolean; startsAt: Date }

/** The yes of a person whom the shop may text; null for any other text. */
async function confirmByText(
  tx: Queryable,
  context: Context,
  rules: AppointmentRules,
  {
    data,
    person,
    appointment,
  }: {
    data: Inbound
    person: { shop_id: number; phone: string }
    appointment: TextedByCustomer | undefined
  },
): Promise<SaidYes | null> {
  const language = readYes(data.Body)
  if (language === null || !appointment) return null
  const { id, contact_id: contactId, starts_at: startsAt } = appointment
  if (!(await mayText(tx, { shopId: person.shop_id, phone: person.phone, contactId }))) return null
  const isFirst = await rules.confirm(tx, context, id)
  return isFirst === null ? null : { language, isFirst, startsAt }
}

type Start = {
  person: { shop_id: number; phone: string }
  appointment: TextedByCustomer | undefined
  linkOf: LinkOf
  wording: string
  at: Date
}

/** Whether the keyword changed something, and is to be answered. */
async function followKeyword(
  tx: Queryable,
  context: Context,
  { kind }: Keyword,
  start: Start,
): Promise<boolean> {
  switch (kind) {
    case 'help':
      return true
    case 'stop':
      return stopTexts(tx, start.person, start.at)
    case 'start': {
      const { numDeletedRows } = await tx
        .deleteFrom('text_stops')
        .where('shop_id', '=', start.person.shop_id)
        .where('phone', '=', start.person.phone)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await agreeByStart(tx, start)
      await queueReminders(tx, context, start.person, start.linkOf)
      return true
    }
  }
}

/**
 * START gives back the consent that a STOP took. It is one of the person with the coming appointment of that
 * phone: the number may have changed hands since. A phone that only ever replied STOP agreed to nothing.
 */
async function agreeByStart(tx: Queryable, { person, appointment, wording, at }: Start): Promise<void> {
  const before = await tx
    .selectFrom('text_consents')
    .select(['contact_id', 'withdrawn_at'])
    .where('shop_id', '=', person.shop_id)
    .where('phone', '=', person.phone)
    .where((where) => where.or([where('withdrawn_at', 'is', null), where('withdrawn_by', '=', 'stop')]))
    .orderBy('withdrawn_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  // The box may have been ticked after the STOP, which only START ends.
  if (!before || before.withdrawn_at === null) return
  const isComing = appointment?.state === 'booked' && appointment.starts_at > at
  const contactId = isComing ? appointment.contact_id : before.contact_id
  const consent = { ...person, contact_id: contactId, wording, source: 'start' as const, actor_id: null }
  await giveTextConsent(tx, consent, at)
}
