import { expect, test } from 'vitest'
import { mailSamples } from '../../tests/notifications/sample-variants.ts'
import { sampleMails, voice } from '../../tests/notifications/sample-mails.ts'
import { mailKinds } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

/**
 * Fields of payloads that hold no text of a person: ids, times, amounts, links, words of our own, and the ten
 * digits of an approved shop's phone.
 */
const ownWords =
  /^(appointmentId|customerId|sequence|shopPhone|packageName|previousPackageName|installationTime|timeZone|make|model|brand|kind|decision|providerSentence|cancelledBy|changedBy|paymentMethod|field|role|provider|change|answer|news|openReason|fitment|day|payment|paysBy|fee|url|usefulUntil|sheet|via)$|(At|Url|Cents|Starts)$|^(link|code)$/

/** The reason of a mail about a card is one of two words; of a decision, it is typed by staff. */
const isReasonForCard = (reason: string) => reason === 'authentication' || reason === 'declined'

const mark = 'Prize 900-555-0100'

/** The payload with the mark in every text that a person may have typed. */
function marked(value: unknown, name: string, isOwnShop: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => marked(each, name, isOwnShop))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, marked(each, field, isOwnShop)]),
    )
  if (typeof value !== 'string' || ownWords.test(name)) return value
  // The shop of an appointment, a request or an invitation was approved, that of a mail to its owner may not.
  if (!isOwnShop && /^(shop|previousShop)(Name|Address)$/.test(name)) return value
  if (name === 'reason' && isReasonForCard(value)) return value
  return name === 'lastFour' ? '0100' : mark
}

const ofApprovedShop: ReadonlySet<string> = new Set(['fitment_request_answered', 'shop_invitation'])

const samples = mailSamples.map(({ kind, payload, about }) => {
  const isOwnShop = !('appointmentId' in payload) && !ofApprovedShop.has(kind)
  return [`${kind} ${about}`, kind, marked(payload, '', isOwnShop)] as const
})

test.each(samples)('%s shows an unproven address no text that a person typed', async (_, kind, payload) => {
  const { subject, text, html, attachments } = await renderMail(kind, payload, { ...voice, isPlain: true })
  const whole = [subject, text, html, ...attachments.map(({ content }) => content)].join('\n')
  expect(whole).not.toContain('Prize')
  expect(whole).not.toContain('900-555-0100')
  expect(subject).not.toMatch(/: $|  |undefined/)
  // Words in place of a name read oddly after a colon.
  expect(subject).not.toMatch(/: (your|a|the) (?!Dashfit account$)/i)
})

test('control: a proven address reads what was typed', async () => {
  const shown = await Promise.all(
    samples.map(async ([, kind, payload]) => {
      const { subject, text } = await renderMail(kind, payload, voice)
      return (subject + text).includes('Prize')
    }),
  )
  expect(shown.filter(Boolean).length).toBeGreaterThan(12)
})

test('a mail without typed text is a valid payload of every kind', () => {
  for (const [, kind, payload] of samples)
    expect(mailKinds[kind].describePlain(payload, voice.brandName).title).not.toBe('')
})

test('a mail that leaves out the words of the shop says where to read them', async () => {
  const plain = { ...voice, isPlain: true }
  const confirmed = await renderMail('fitment_confirmed', sampleMails.fitment_confirmed, plain)
  expect(confirmed.subject).toMatch(/^Fits, one condition: /)
  expect(confirmed.text).toContain('fits, with one condition.')
  expect(confirmed.text).toContain('Read the condition under My Appointments.')
  const photo = await renderMail('fitment_photo_needed', sampleMails.fitment_photo_needed, plain)
  expect(photo.text).toContain('Read its words on the page where you add the photo')
  const cancelled = { ...sampleMails.appointment_cancelled, reasonGiven: 'No lift', hasReason: true }
  const refused = await renderMail('appointment_cancelled', cancelled, plain)
  expect(refused.text).toContain('Read the reason under My Appointments.')
})

test('control: without words of the shop none are mentioned', async () => {
  const none = {
    fitment_confirmed: { ...sampleMails.fitment_confirmed, condition: '', hasCondition: false },
    fitment_photo_needed: { ...sampleMails.fitment_photo_needed, note: '', hasNote: false },
    appointment_cancelled: sampleMails.appointment_cancelled,
  }
  for (const [kind, payload] of Object.entries(none)) {
    const { subject, text } = await renderMail(kind, payload, { ...voice, isPlain: true })
    expect(subject + text).not.toMatch(/condition|Read /)
  }
})
