import { sql } from 'kysely'
import { brandName } from '../../contract/brand.ts'
import type { AppointmentDetails, TimelineEntry } from '../../contract/admin/admin.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { formatCents } from '../../contract/money.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import { unrecordedConsent } from '../../contract/payments/consent.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { isMailKind, mailKinds } from '../notifications/mail-kinds.ts'
import { mailText } from '../notifications/mail-text.ts'
import { shownCardOf } from '../payments/shown-card.ts'
import { appointmentNumber } from '../../contract/booking/appointment-number.ts'
import { getAppointmentDetails } from './appointment-details.ts'

/**
 * The evidence about the payment of an appointment, as plain text for an answer to a dispute: the order, the
 * consent, the payment, the history, and the mails to the customer. Each download is recorded. Refuses a
 * missing appointment with `not_found`.
 */
export async function writeEvidence(context: Context, actor: Actor, id: string): Promise<string> {
  const details = await getAppointmentDetails(context, actor, id)
  const { db } = context.database
  const [consents, payments, mails] = [
    await listConsents(db, id),
    await listPayments(db, id),
    await listMails(db, id),
  ]
  await db
    .insertInto('evidence_downloads')
    .values({ appointment_id: id, actor_id: actor.id, downloaded_at: new Date(context.clock.now()) })
    .execute()
  const at = (instant: string | Date) => formatInstant(instant, details.timeZone)
  return [
    `${brandName}: evidence for the payment of appointment ${id}`,
    `Written ${at(new Date(context.clock.now()))}. All times are of the time zone ${details.timeZone}.`,
    ...section('Order', orderLines(details, at)),
    ...section('Disputes', disputeLines(details, at)),
    ...section(
      'Consent to hold and charge the card',
      consents.flatMap((consent) => consentLines(consent, at)),
    ),
    ...section('Payments at the card provider', payments),
    ...section(
      'History',
      details.timeline.map((entry) => historyLine(entry, at)),
    ),
    ...section(
      'Emails to the customer',
      mails.flatMap((mail) => mailLines(mail, at)),
    ),
    '',
  ].join('\n')
}

type Format = (instant: string | Date) => string

function formatInstant(instant: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' }).format(
    new Date(instant),
  )
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title.toUpperCase(), '='.repeat(title.length), ...(lines.length === 0 ? ['None.'] : lines)]
}

function orderLines(details: AppointmentDetails, at: Format): string[] {
  const { vehicleInfo: vehicle, hold } = details
  return [
    `Customer: ${details.customerName}`,
    ...emailLines(details),
    `Phone: ${formatPhone(details.customerPhone)}`,
    `Service: ${details.packageName}, ${formatCents(details.priceCents)}, parts and labor included`,
    `Vehicle: ${vehicle.year} ${vehicle.make} ${vehicle.model}, VIN ${vehicle.vin || 'not given'}`,
    `Shop: ${details.shopName}, ${details.bayName}`,
    `Booked: ${at(details.bookedAt)}`,
    `Start: ${at(details.appointmentDate)}`,
    `End: ${at(details.endsAt)}`,
    `Appointment number: ${appointmentNumber(details.id)}`,
    ...(hold.card ? [`Card: ${formatCard(hold.card)}`] : []),
    `Charged: ${formatCents(details.capturedCents)}`,
    `Refunded: ${formatCents(details.refundedCents)}`,
  ]
}

/** The named address, and the one that mails really go to. */
function emailLines({ customerEmail, mailedTo }: AppointmentDetails): string[] {
  if (customerEmail.toLowerCase() === mailedTo) return [`Email: ${customerEmail}`]
  return [`Email: ${customerEmail} (not confirmed)`, `Mails go to: ${mailedTo}, the email of the account`]
}

function disputeLines({ disputes }: AppointmentDetails, at: Format): string[] {
  return disputes.map(
    ({ id, phase, amountCents, reason, openedAt, answerBy }) =>
      `${id}: ${formatCents(amountCents)}, ${reason}, ${phase}, opened ${at(openedAt)}` +
      (answerBy === null ? '' : `, answer by ${at(answerBy)}`),
  )
}

type ConsentRow = Awaited<ReturnType<typeof listConsents>>[number]

async function listConsents(db: Queryable, id: string) {
  return db
    .selectFrom('holds')
    .select(['purpose', 'amount_cents', 'created_at', 'consent_button', 'consent_text'])
    .where('appointment_id', '=', id)
    .where('purpose', 'in', ['booking', 'package', 'confirmation'])
    .orderBy('created_at')
    .execute()
}

function consentLines(
  { purpose, consent_button: button, consent_text: text, ...hold }: ConsentRow,
  at: Format,
): string[] {
  const given =
    button !== null && text !== null
      ? { button, text }
      : unrecordedConsent(purpose as Parameters<typeof unrecordedConsent>[0], hold.amount_cents)
  return [`${at(hold.created_at)}: the customer pressed "${given.button}" with this text:`, `  ${given.text}`]
}

async function listPayments(db: Queryable, id: string): Promise<string[]> {
  const holds = await db
    .selectFrom('holds')
    .select([
      'provider_intent_id',
      'status',
      'amount_cents',
      'captured_cents',
      'card_brand',
      'card_last_four',
      'card_wallet',
    ])
    .where('appointment_id', '=', id)
    .where('provider_intent_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  return holds.map((hold) => {
    const card = shownCardOf(hold)
    const named = card === null ? '' : `, ${formatCard(card)}`
    return `${hold.provider_intent_id}: ${hold.status}, ${formatCents(hold.captured_cents ?? hold.amount_cents)}${named}`
  })
}

function historyLine({ at, title, detail, by }: TimelineEntry, format: Format): string {
  return `${format(at)}: ${title}${detail === null ? '' : `. ${detail}`}${by === null ? '' : ` (${by.name})`}`
}

async function listMails(db: Queryable, id: string) {
  return db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'payload', 'sent_at'])
    .where(sql<string>`payload ->> 'appointmentId'`, '=', id)
    .where('kind', 'not like', 'shop_%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function mailLines(mail: Awaited<ReturnType<typeof listMails>>[number], at: Format): string[] {
  const sent = mail.sent_at === null ? 'Not sent' : `Sent ${at(mail.sent_at)}`
  return ['', `${sent} to ${mail.recipient}`, ...textOf(mail).map((line) => `  | ${line}`)]
}

function textOf({ kind, payload }: { kind: string; payload: unknown }): string[] {
  if (!isMailKind(kind)) return []
  const text = mailText(mailKinds[kind].describe(payload, brandName), brandName)
  // The fragment of a link is a secret of the customer.
  return text
    .replaceAll(/(https?:\/\/[^\s#]*)#\S+/g, '$1')
    .trimEnd()
    .split('\n')
}
