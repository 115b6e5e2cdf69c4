import { expect, test } from 'vitest'
import { sampleMails, voice } from '../../tests/notifications/sample-mails.ts'
import { mailKinds, type MailKind } from './mail-kinds.ts'
import { mailText } from './mail-text.ts'

/**
 * What each kind of mail says about money. `promise`: the amount that is paid after the work. `past`: money
 * that moved or is held, from the payments themselves. `asked`: amounts of its own. `none`: nothing of the
 * kind.
 */
const money: Record<MailKind, 'promise' | 'past' | 'asked' | 'none'> = {
  appointment_confirmed: 'promise',
  appointment_rescheduled: 'promise',
  package_changed: 'promise',
  appointment_changed: 'promise',
  appointment_reminder: 'none',
  appointment_ready: 'promise',
  sheet_mailed: 'none',
  earlier_time_open: 'none',
  appointment_cancelled: 'past',
  mail_address_changed: 'none',
  payment_receipt: 'past',
  payment_refunded: 'past',
  price_to_agree: 'asked',
  price_agreed: 'asked',
  card_requested: 'promise',
  card_confirmation_needed: 'promise',
  fitment_photo_needed: 'none',
  fitment_confirmed: 'none',
  fitment_undecided: 'none',
  fitment_rule_reopened: 'none',
  fitment_request_answered: 'none',
  shop_details_changed: 'none',
  shop_not_available: 'none',
  shop_appointment_booked: 'none',
  shop_appointment_moved: 'none',
  shop_package_changed: 'none',
  shop_appointment_cancelled: 'past',
  shop_day_sheet: 'asked',
  shop_done_not_charged: 'asked',
  shop_fitment_check: 'none',
  shop_hold_failed: 'none',
  shop_registered: 'none',
  shop_awaits_approval: 'none',
  shop_approved: 'none',
  shop_suspended: 'none',
  shop_rejected: 'none',
  shop_change_requested: 'none',
  shop_change_decided: 'none',
  shop_invitation: 'none',
  shop_access_changed: 'none',
  payout_changed: 'none',
  staff_digest: 'none',
  address_proof: 'none',
  password_reset: 'none',
  email_proof: 'none',
  email_code: 'none',
  password_sign_in: 'none',
  password_removed: 'none',
  password_changed: 'none',
  sign_in_linked: 'none',
  passkey_changed: 'none',
  second_factor_changed: 'none',
  account_exists: 'none',
  account_deleted: 'none',
}
const kinds = Object.keys(mailKinds) as MailKind[]

/** The price of the package, which no other amount of a sample equals. */
const changed = { priceCents: 70_100, agreedCents: 90_330 }

const prices = {
  'with agreed lines': { totalCents: 108_460, agreedCents: 108_460, dueCents: 108_460 },
  'with a discount': { totalCents: 64_130, agreedCents: 70_100, dueCents: 64_130 },
  'paid in part': { totalCents: 70_100, agreedCents: 70_100, dueCents: 60_120 },
  'with lines that wait for an agreement': { totalCents: 108_460, agreedCents: 90_330, dueCents: 108_460 },
  'paid in full': { totalCents: 108_460, agreedCents: 108_460, dueCents: 0 },
}
type PriceName = keyof typeof prices

const promised: Record<PriceName, string> = {
  'with agreed lines': '$1,084.60',
  'with a discount': '$641.30',
  'paid in part': '$601.20',
  'with lines that wait for an agreement': '$903.30',
  'paid in full': 'Nothing more is charged',
}

/** The sentences and rows of a mail about a charge, a payment or what was agreed to. */
function chargesIn(kind: MailKind, changes: object): string[] {
  const sample = sampleMails[kind]
  const content = mailKinds[kind].describe({ ...sample, ...changed, ...changes }, voice.brandName)
  return [content.subject, content.preview, mailText(content, voice.brandName)]
    .join('\n')
    .split(/\n|(?<=[.!?]) /)
    .filter((sentence) => /\b(?:charged?|pays?|paid|agreed)\b/i.test(sentence))
}

const ways = ['card', 'at_shop'] as const
const cases = (Object.keys(prices) as PriceName[]).flatMap((name) => ways.map((way) => ({ name, way })))

test.each(cases)(
  'no mail names the package as the charge of a price $name, paid by $way',
  ({ name, way }) => {
    const changes = { toPay: prices[name], ...(way === 'at_shop' && { paysBy: 'at_shop' }) }
    const ofPackage = kinds.flatMap((kind) =>
      chargesIn(kind, changes)
        // What is paid of a total that is the price.
        .filter((sentence) => sentence.includes('$701') && !sentence.includes('of $701 is paid already'))
        .map((sentence) => `${kind}: ${sentence}`),
    )
    expect(ofPackage).toEqual([])
  },
)

test.each(Object.keys(promised) as PriceName[])(
  'every promise names what is charged of a price %s',
  (name) => {
    const silent = kinds.filter(
      (kind) =>
        money[kind] === 'promise' &&
        !chargesIn(kind, { toPay: prices[name] }).some((sentence) => sentence.includes(promised[name])),
    )
    expect(silent).toEqual([])
  },
)

test.each(kinds.filter((kind) => money[kind] === 'none' && 'priceCents' in sampleMails[kind]))(
  '%s names no amount that will be charged',
  (kind) => {
    // The fee for a late cancellation is another amount.
    expect(chargesIn(kind, {}).filter((sentence) => /\$\d/.test(sentence))).toEqual([])
  },
)

test('a customer who pays at the shop reads the rest that they pay there', () => {
  const words = chargesIn('appointment_ready', { toPay: prices['paid in part'], paysBy: 'at_shop' })
  expect(words).toContain('You pay $601.20 at the shop after the installation.')
  expect(words).toContain('$99.80 of $701 is paid already.')
})
