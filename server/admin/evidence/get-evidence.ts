import { sql, type Selectable } from 'kysely'
import { brandName } from '../../../contract/brand.ts'
import type { AppointmentDetails } from '../../../contract/admin/admin.ts'
import { appointmentNumber } from '../../../contract/booking/appointment-number.ts'
import { formatPhone } from '../../../contract/booking/us-phone.ts'
import { formatCents } from '../../../contract/money.ts'
import { formatCard } from '../../../contract/payments/card-brand.ts'
import { feeReasonOf, feeReasonWords } from '../../../contract/payments/cancellation-fee.ts'
import { unrecordedConsent } from '../../../contract/payments/consent.ts'
import { priceDueOf, type PriceFacts } from '../../../contract/payments/day-price.ts'
import type { WorkState } from '../../../contract/workshop/work-states.ts'
import { noteKinds, workPhotoKinds } from '../../../contract/workshop/work-order.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import type { Actor } from '../../identity/sessions/shop-scope.ts'
import { isMailKind, mailKinds } from '../../notifications/mail-kinds.ts'
import { mailText } from '../../notifications/mail-text.ts'
import { withMoment } from '../../notifications/with-moment.ts'
import { readPriceFacts } from '../../payments/price/find-price.ts'
import type { Report, ReportPart } from '../../workshop/sheets/report.ts'
import { getAppointmentDetails } from '../appointment-details.ts'
import { noteTitle, photoTitle } from '../timeline-work.ts'
import { photoSection, workSections } from './work-sections.ts'
import { listAgreements, listPayments } from './price-sections.ts'
import { formatIn, type Format } from './words.ts'

/** `withPhotos`: with the pictures, which takes up to some seconds. */
type Options = { withPhotos: boolean }

/**
 * The evidence about the payment of an appointment, for an answer to a dispute: the order, the consents, the
 * agreements to a total of the day, the payments, the work order with signatures and photos, the history, and
 * the mails to the customer. The mails come last, as a bank reads few pages. Each download is recorded.
 * Refuses a missing appointment with `not_found`.
 */
export async function getEvidence(
  context: Context,
  actor: Actor,
  id: string,
  { withPhotos }: Options,
): Promise<Report> {
  const details = await getAppointmentDetails(context, actor, id)
  const { db } = context.database
  const appointment = await db
    .selectFrom('appointments')
    .select(['id', 'package_id', 'vehicle_make', 'work_state', 'price_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const at = formatIn(details.timeZone)
  const price = await readPriceFacts(db, appointment)
  const [consents, agreements, payments, mails] = [
    await listConsents(db, id, at),
    await listAgreements(db, appointment, at),
    await listPayments(db, id, at),
    await listMails(db, id, at),
  ]
  const work = await workSections(context, appointment, at)
  const photos = await photoSection(context, id, { at, withFiles: withPhotos })
  await db
    .insertInto('evidence_downloads')
    .values({ appointment_id: id, actor_id: actor.id, downloaded_at: new Date(context.clock.now()) })
    .execute()
  return {
    title: `${brandName}: evidence for a payment`,
    subtitle: `Appointment ${appointmentNumber(id)}, ${id}`,
    lead: `Written ${at(new Date(context.clock.now()))}. All times are of the time zone ${details.timeZone}.`,
    sections: [
      {
        heading: 'Order',
        parts: [{ kind: 'facts', rows: orderRows(details, { price, work: appointment.work_state, at }) }],
      },
      { heading: 'Disputes', parts: linesPart(disputeLines(details, at)) },
      { heading: 'Consent to hold and charge the card', parts: consents },
      ...(agreements.length === 0
        ? []
        : [{ heading: 'Agreement to the total of the day', parts: agreements }]),
      { heading: 'Payments and refunds', parts: linesPart(payments) },
      ...work,
      ...photos,
      { heading: 'History', parts: historyPart(details, at) },
      { heading: 'Emails to the customer', parts: mails },
    ],
    footer: `${brandName}, evidence for appointment ${appointmentNumber(id)}`,
  }
}

const linesPart = (lines: string[]): ReportPart[] => (lines.length === 0 ? [] : [{ kind: 'lines', lines }])

type FactRow = { label: string; text: string }

type OrderFacts = { price: PriceFacts; work: WorkState; at: Format }

function orderRows(details: AppointmentDetails, { price, work, at }: OrderFacts): FactRow[] {
  const { vehicleInfo: vehicle, hold, decidedFee } = details
  const fact = (label: string, text: string): FactRow => ({ label, text })
  return [
    fact('Customer', details.customerName),
    ...emailRows(details),
    fact('Phone', formatPhone(details.customerPhone)),
    fact('Service', `${details.packageName}, ${formatCents(details.priceCents)}, parts and labor included`),
    fact('Vehicle', `${vehicle.year} ${vehicle.make} ${vehicle.model}, VIN ${vehicle.vin || 'not given'}`),
    fact('Shop', `${details.shopName}, ${details.bayName}`),
    fact('Booked', at(details.bookedAt)),
    fact('Start', at(details.appointmentDate)),
    fact('End', at(details.endsAt)),
    fact('Appointment number', appointmentNumber(details.id)),
    ...(hold.card ? [fact('Card', formatCard(hold.card))] : []),
    fact('Total', formatCents(priceDueOf(price).totalCents)),
    ...(decidedFee ? [fact(feeReasonWords[feeReasonOf(work)], formatCents(decidedFee.cents))] : []),
    fact('Charged to the card', formatCents(details.capturedCents)),
    fact('Paid at the shop', formatCents(price.paidOtherwiseCents)),
    fact('Refunded', formatCents(details.refundedCents)),
  ]
}

/** The named address, and the one that mails really go to. */
function emailRows({ customerEmail, mailedTo }: AppointmentDetails): FactRow[] {
  if (customerEmail.toLowerCase() === mailedTo) return [{ label: 'Email', text: customerEmail }]
  return [
    { label: 'Email', text: `${customerEmail} (not confirmed)` },
    { label: 'Mails go to', text: `${mailedTo}, the email of the account` },
  ]
}

function disputeLines({ disputes }: AppointmentDetails, at: Format): string[] {
  return disputes.map(
    ({ id, phase, amountCents, reason, openedAt, answerBy }) =>
      `${id}: ${formatCents(amountCents)}, ${reason}, ${phase}, opened ${at(openedAt)}` +
      (answerBy === null ? '' : `, answer by ${at(answerBy)}`),
  )
}

async function listConsents(db: Queryable, id: string, at: Format): Promise<ReportPart[]> {
  const holds = await db
    .selectFrom('holds')
    .select(['purpose', 'amount_cents', 'created_at', 'consent_button', 'consent_text'])
    .where('appointment_id', '=', id)
    .where('purpose', 'in', ['booking', 'package', 'confirmation'])
    .orderBy('created_at')
    .execute()
  return holds.map(({ purpose, consent_button: button, consent_text: text, ...hold }) => {
    const given =
      button !== null && text !== null
        ? { button, text }
        : unrecordedConsent(purpose as Parameters<typeof unrecordedConsent>[0], hold.amount_cents)
    const lead = `${at(hold.created_at)}: the customer pressed "${given.button}" with this text:`
    return { kind: 'quote', lead, text: given.text }
  })
}

const inOwnSections: readonly string[] = [...noteKinds.map(noteTitle), ...workPhotoKinds.map(photoTitle)]

/** Photos and notes for the customer have sections of their own; notes for the shop stay with it. */
function historyPart({ timeline }: AppointmentDetails, at: Format): ReportPart[] {
  const rows = timeline
    .filter(({ title }) => !inOwnSections.includes(title))
    .map((entry) => ({
      at: at(entry.at),
      text: entry.detail === null ? entry.title : `${entry.title}. ${entry.detail}`,
      by: entry.by?.name ?? '',
    }))
  return rows.length === 0 ? [] : [{ kind: 'events', rows }]
}

async function listMails(db: Queryable, id: string, at: Format): Promise<ReportPart[]> {
  const mails = await db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'payload', 'sent_at', 'is_plain', 'reply_to'])
    .where(sql<string>`payload ->> 'appointmentId'`, '=', id)
    .where('kind', 'not like', 'shop_%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return mails.map((mail) => ({
    kind: 'quote',
    lead: `${mail.sent_at === null ? 'Not sent' : `Sent ${at(mail.sent_at)}`} to ${mail.recipient}`,
    text: textOf(mail),
  }))
}

type ListedMail = Pick<Selectable<Tables['outbox']>, 'kind' | 'payload' | 'sent_at' | 'is_plain' | 'reply_to'>

/** The words as they were sent. */
function textOf({
  kind,
  payload,
  sent_at: sentAt,
  is_plain: isPlain,
  reply_to: shopEmail,
}: ListedMail): string {
  if (!isMailKind(kind)) return ''
  const { describe, describePlain } = mailKinds[kind]
  const facts = withMoment(payload, { sentAt: sentAt?.getTime(), shopEmail })
  const text = mailText((isPlain === true ? describePlain : describe)(facts, brandName), brandName)
  // The fragment of a link is a secret of the customer.
  return text.replaceAll(/(https?:\/\/[^\s#]*)#\S+/g, '$1').trimEnd()
}
