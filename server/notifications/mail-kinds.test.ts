import { expect, test } from 'vitest'

import { sampleMails, voice } from '../../tests/notifications/sample-mails.ts'
import { mailKinds, type MailKind, type MailPayload } from './mail-kinds.ts'
import { mailText } from './mail-text.ts'

function wordsOf<Kind extends MailKind>(kind: Kind, changes: Partial<MailPayload<Kind>>): string {
  const content = mailKinds[kind].describe({ ...sampleMails[kind], ...changes }, voice.brandName)
  return `${content.subject}\n${mailText(content, voice.brandName)}`
}

test.each([
  [{ kind: 'released', amountCents: 49_950 }, 'We release the hold of $499.50 on your card.'],
  [{ kind: 'nothing_held' }, 'Nothing is held on your card for this appointment.'],
  [
    { kind: 'nothing_held', returnedCents: 79_900 },
    'Your bank has already returned $799 to you after your dispute.\nNothing else goes back to your card.',
  ],
  [
    { kind: 'refunded', amountCents: 59_900, returnedCents: 20_000 },
    'Your bank has already returned $200 to you after your dispute.',
  ],
  [
    { kind: 'fee', amountCents: 5_000, heldCents: 79_900, isNoShow: false },
    'You agreed to a fee of $50 when you booked. We take it from your hold of $799 and release the rest.',
  ],
  [
    { kind: 'fee', amountCents: 5_000, heldCents: 0, isNoShow: true },
    'You agreed to a fee of $50 when you booked. We charge it to your saved card.',
  ],
  [{ kind: 'refunded', amountCents: 79_900 }, '$799 goes back to the card you paid with.'],
] as const)('a cancelled appointment says what became of the money: %j', (money, sentence) => {
  expect(wordsOf('appointment_cancelled', { money })).toContain(sentence)
})

test.each([
  ['customer', 'as you asked, your appointment at Alhambra Auto Sports is cancelled'],
  ['shop', 'Alhambra Auto Sports had to cancel your appointment'],
  ['administrator', 'Dashfit cancelled your appointment at Alhambra Auto Sports'],
] as const)('a cancelled appointment says that the %s did it', (cancelledBy, sentence) => {
  expect(wordsOf('appointment_cancelled', { cancelledBy })).toContain(sentence)
})

test.each([
  [49_900, '$300 more than before.'],
  [129_900, '$500 less than before. No new hold was placed for it.'],
  [79_900, 'The price is the same as before.'],
])('a package that was %i cents before says how the price changed', (previousPriceCents, sentence) => {
  const text = wordsOf('package_changed', { previousPriceCents })
  expect(text).toContain(sentence)
  expect(text).toContain('Your card will only be charged $799')
})

test('a receipt mentions a released rest only if there is one, and the card only if it is known', () => {
  expect(wordsOf('payment_receipt', {})).toContain("didn't charge the remaining $500")
  const plain = wordsOf('payment_receipt', { heldCents: 79_900, card: null })
  expect(plain).not.toContain('remaining')
  expect(plain).toContain('charged to the card you gave us')
})

const receiptLines = [
  { kind: 'part', description: 'Mounting bracket', amountCents: 12_000 },
  { kind: 'labor', description: 'Hidden wiring', amountCents: 4_000 },
  { kind: 'discount', description: 'Waited an hour', amountCents: 2_500 },
  { kind: 'tip', description: 'Tip', amountCents: 3_100 },
] as const

test('a receipt lists the lines in the words of the shop, and by their kinds where those are left out', () => {
  const payload = { ...sampleMails.payment_receipt, lines: [...receiptLines], charges: 2 }
  const { describe, describePlain } = mailKinds.payment_receipt
  const [told, plain] = [describe, describePlain].map((of) =>
    mailText(of(payload, voice.brandName), voice.brandName),
  )
  for (const words of ['Mounting bracket: $120', 'Hidden wiring: $40', 'Waited an hour: $25 off', 'Tip: $31'])
    expect(told).toContain(words)
  for (const words of ['Part: $120', 'Labor: $40', 'Discount: $25 off', 'Tip: $31'])
    expect(plain).toContain(words)
  for (const { kind, description } of receiptLines)
    if (kind !== 'tip') expect(plain).not.toContain(description)
  expect(told).toContain('in 2 charges')
})

test('the receipt of a fee names it, and thanks for no installation', () => {
  for (const [fee, name] of [
    ['late_cancellation', 'late cancellation fee'],
    ['no_show', 'no-show fee'],
  ] as const) {
    const text = wordsOf('payment_receipt', { fee, chargedCents: 5_000 })
    expect(text).toContain(`Receipt: $50 ${name}`)
    expect(text).not.toMatch(/Enjoy the drive|labor included|sales tax/)
  }
})

test('a receipt lists all payments and the sales tax within', () => {
  const text = wordsOf('payment_receipt', {
    lines: [...receiptLines],
    paidOtherwiseCents: 4_000,
    tax: { rate: 9_750, amountCents: 5_324 },
  })
  for (const words of ['$40', 'Total paid', '$839']) expect(text).toContain(words)
  expect(text).toContain('includes $53.24 sales tax (9.75%)')
  expect(wordsOf('payment_receipt', {})).not.toContain('Total paid')
})

test.each([
  [1, 'Confirm your card for Mon, Dec 7', "We'll try again closer to your appointment"],
  [2, 'Your card still needs to be confirmed for Mon, Dec 7', "We'll try again closer to your appointment"],
  [3, 'Last reminder: confirm your card for Mon, Dec 7', 'This was our last automatic attempt.'],
] as const)('try %i of the hold says what comes next', (attempt, subject, sentence) => {
  const text = wordsOf('card_confirmation_needed', { attempt })
  expect(text).toContain(`${subject}\n`)
  expect(text).toContain(sentence)
})

test.each([
  ['Your card has insufficient funds', 'The answer was: Your card has insufficient funds. You'],
  ['Your card has expired.', 'The answer was: Your card has expired. You'],
  [null, 'Your bank declined it without giving a reason. You'],
])('a declined hold tells the answer %j in plain words', (providerSentence, sentence) => {
  expect(wordsOf('card_confirmation_needed', { reason: 'declined', providerSentence })).toContain(sentence)
})

test('after the start of the appointment, the mail asks for the card now, not before the start', () => {
  const text = wordsOf('card_confirmation_needed', { createdAt: '2026-12-07T19:00:00Z', attempt: 3 })
  expect(text).toContain('Your appointment has started')
  expect(text).not.toContain('Confirm it before')
})

test('a changed payout without details says so, and a detail too short to show is omitted', () => {
  expect(wordsOf('payout_changed', { details: [] })).toContain('No details yet')
  const short = wordsOf('payout_changed', {
    paymentMethod: 'Venmo',
    details: [{ field: 'username', lastFour: '' }],
  })
  expect(short).toMatch(/Username: +saved/)
})

test.each([
  ['passkey_changed', { added: true }, { added: false }],
  ['sign_in_linked', { linked: true }, { linked: false }],
] as const)(
  '%s asks to remove a way in that is not one’s own, and only one that is there',
  (kind, made, gone) => {
    const sentence = "A new password alone doesn't remove it"
    expect(wordsOf(kind, made)).toContain(sentence)
    expect(wordsOf(kind, gone)).not.toContain(sentence)
  },
)

test('a name in another script appears unchanged in the subject', () => {
  const text = wordsOf('shop_approved', { shopName: 'مرآب السرعة 🚗' })
  expect(text).toContain('Approved: مرآب السرعة 🚗')
})

test('a shop that was never approved is not told to do any work, and reads the reason', () => {
  const text = wordsOf('shop_rejected', { reason: 'We found no shop at this address.' })
  expect(text).not.toContain('do the work')
  expect(text).not.toContain('suspended')
  expect(text).toContain('We found no shop at this address.')
})

test.each([
  ['shop_suspended', 'reason'],
  ['shop_rejected', 'reason'],
  ['shop_change_decided', 'reason'],
  ['appointment_cancelled', 'reasonGiven'],
  ['payment_refunded', 'reasonGiven'],
] as const)('%s shows a reason only where one was given', (kind, field) => {
  expect(wordsOf(kind, { [field]: '' })).not.toContain('The reason'.toUpperCase())
  expect(wordsOf(kind, { [field]: 'The lift is broken.' })).toContain('The lift is broken.')
})

test('the terms of a late cancellation are in the confirmation, with the last free minute on the shop’s clock', () => {
  const cancelFee = { feeCents: 5_000, dueAt: '2026-12-03T17:00:00.000Z' }
  const words = wordsOf('appointment_confirmed', { cancelFee, createdAt: '2026-12-01T17:00:00.000Z' })
  expect(words).toContain("or a fee of $50 if you cancel late or don't come.")
  expect(words).toContain('Cancel free until Thu, Dec 3')
  expect(wordsOf('appointment_confirmed', { cancelFee, createdAt: cancelFee.dueAt })).toContain(
    "If you cancel now or don't come, you pay a fee of $50 instead.",
  )
})

const mailsWithTerms = [
  'appointment_confirmed',
  'appointment_rescheduled',
  'package_changed',
  'appointment_changed',
  'appointment_reminder',
  'shop_details_changed',
] as const satisfies MailKind[]

test.each(mailsWithTerms)('%s contradicts its terms of cancelling nowhere', (kind) => {
  const cancelFee = { feeCents: 5_000, dueAt: '2026-12-06T17:00:00.000Z' }
  const inTime = wordsOf(kind, { cancelFee, createdAt: '2026-12-01T17:00:00.000Z' })
  expect(inTime).toMatch(/free until Sun, Dec 6, 9:00 AM[.,] [Aa]fter that/)
  const late = wordsOf(kind, { cancelFee, createdAt: cancelFee.dueAt })
  for (const words of [inTime, late]) {
    expect(words).toContain('fee of $50')
    expect(words).not.toContain('until your appointment starts')
  }
  expect(late).not.toMatch(/free/)
  expect(wordsOf(kind, {})).toContain('free until your appointment starts')
})

test('the terms are in the confirmation also while the shop checks the car, and again once it fits', () => {
  const cancelFee = { feeCents: 5_000, dueAt: '2026-12-06T17:00:00.000Z' }
  const changes = { cancelFee, createdAt: '2026-12-01T17:00:00.000Z' }
  const open = wordsOf('appointment_confirmed', { ...changes, awaitsFitment: true })
  expect(open).toContain('Cancel free until Sun, Dec 6, 9:00 AM.')
  expect(open).toContain('While the shop checks your car, cancelling is free.')
  expect(wordsOf('appointment_confirmed', changes)).not.toContain('While the shop checks')
  expect(wordsOf('fitment_confirmed', changes)).toContain('Cancel free until Sun, Dec 6, 9:00 AM.')
})
