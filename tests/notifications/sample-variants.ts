import type { MailKind, MailPayload } from '../../server/notifications/mail-kinds.ts'
import { sampleMails } from './sample-mails.ts'

export type MailSample = {
  [Kind in MailKind]: { kind: Kind; about: string; payload: MailPayload<Kind> }
}[MailKind]

/** Tall letters, markup, right-to-left text and no break opportunity, in 200 characters, the longest name. */
export const awkwardName =
  `<b>Dr. Wolfeschlegelsteinhausenbergerdorff</b> & "Söhne" 👩‍🔧 مرآب \u202E\u061C${'Ächzendorffer'.repeat(12)}`.slice(
    0,
    200,
  )
const vehicle = { year: 2024, make: 'Mercedes', model: awkwardName, vin: 'WBA5A7C50FD123456' }
const awkward = { customerName: awkwardName, shopName: awkwardName, shopAddress: awkwardName, vehicle }

const told = Object.entries(sampleMails).map(([kind, payload]) => ({
  kind,
  about: '',
  payload,
})) as MailSample[]
const {
  appointment_cancelled: cancelled,
  appointment_confirmed: confirmed,
  shop_appointment_booked: bookedForShop,
  card_confirmation_needed: card,
  package_changed: changed,
  shop_details_changed: renamed,
  shop_day_sheet: sheet,
} = sampleMails

/** Variants of kinds of mail whose text differs. */
const variants: MailSample[] = [
  {
    kind: 'appointment_confirmed',
    about: 'booked by the shop, paid there, without an account',
    payload: { ...confirmed, paysBy: 'at_shop', hasNoAccount: true },
  },
  {
    kind: 'appointment_cancelled',
    about: 'by the shop, to be paid there',
    payload: { ...cancelled, cancelledBy: 'shop', paysBy: 'at_shop', money: { kind: 'nothing_held' } },
  },
  {
    kind: 'appointment_cancelled',
    about: 'by the shop, after a part was paid there',
    payload: { ...cancelled, cancelledBy: 'shop', leftAtShopCents: 10_000 },
  },
  {
    kind: 'shop_appointment_cancelled',
    about: 'by an administrator, after a part was paid at the shop',
    payload: {
      ...sampleMails.shop_appointment_cancelled,
      cancelledBy: 'administrator',
      leftAtShopCents: 10_000,
    },
  },
  {
    kind: 'payment_refunded',
    about: 'of a part, with the reason',
    payload: { ...sampleMails.payment_refunded, reasonGiven: 'A scratch in the trim', hasReason: true },
  },
  {
    kind: 'shop_appointment_booked',
    about: 'by another person at the shop, with a link',
    payload: { ...bookedForShop, paysBy: 'link' },
  },
  {
    kind: 'appointment_cancelled',
    about: 'by the shop, after the charge',
    payload: { ...cancelled, cancelledBy: 'shop', money: { kind: 'refunded', amountCents: 79_900 } },
  },
  {
    kind: 'appointment_cancelled',
    about: 'by an administrator, nothing held',
    payload: { ...cancelled, cancelledBy: 'administrator', money: { kind: 'nothing_held' } },
  },
  {
    kind: 'appointment_confirmed',
    about: 'with a fee for a late cancellation',
    payload: { ...confirmed, cancelFee: { feeCents: 5_000, dueAt: '2026-12-03T17:00:00.000Z' } },
  },
  {
    kind: 'appointment_cancelled',
    about: 'late, with the fee from the hold',
    payload: {
      ...cancelled,
      money: { kind: 'fee', amountCents: 5_000, heldCents: 79_900, isNoShow: false },
    },
  },
  {
    kind: 'appointment_cancelled',
    about: 'by the shop after a no-show, with the fee from the saved card',
    payload: {
      ...cancelled,
      cancelledBy: 'shop',
      money: { kind: 'fee', amountCents: 5_000, heldCents: 0, isNoShow: true },
    },
  },
  {
    kind: 'appointment_cancelled',
    about: 'with a reason',
    payload: {
      ...cancelled,
      cancelledBy: 'shop',
      reasonGiven: 'Our lift is broken. Please book next week.',
      hasReason: true,
    },
  },
  {
    kind: 'shop_details_changed',
    about: 'a new name alone',
    payload: { ...renamed, previousShopAddress: renamed.shopAddress, previousShopName: 'Old Name' },
  },
  {
    kind: 'shop_change_decided',
    about: 'approved',
    payload: { ...sampleMails.shop_change_decided, decision: 'approved', reason: '', newName: null },
  },
  {
    kind: 'shop_fitment_check',
    about: 'a question without an appointment',
    payload: { ...sampleMails.shop_fitment_check, startsAt: null },
  },
  {
    kind: 'shop_fitment_check',
    about: 'the photo is there',
    payload: { ...sampleMails.shop_fitment_check, news: 'photo_sent' },
  },
  {
    kind: 'card_confirmation_needed',
    about: 'declined, last try',
    payload: {
      ...card,
      reason: 'declined',
      providerSentence: 'Your card has insufficient funds',
      attempt: 3,
    },
  },
  {
    kind: 'package_changed',
    about: 'to a cheaper one',
    payload: { ...changed, previousPackageName: 'Ultra Connect Pro', previousPriceCents: 129_900 },
  },
  {
    kind: 'payment_receipt',
    about: 'card unknown, no rest',
    payload: { ...sampleMails.payment_receipt, heldCents: 79_900, card: null },
  },
  {
    kind: 'payment_receipt',
    about: 'with lines, cash and sales tax',
    payload: {
      ...sampleMails.payment_receipt,
      chargedCents: 85_400,
      heldCents: 91_900,
      lines: [
        { kind: 'part', description: 'Longer bracket', amountCents: 12_000 },
        { kind: 'discount', description: 'Waited an hour', amountCents: 2_500 },
        { kind: 'tip', description: 'Tip', amountCents: 3_000 },
      ],
      charges: 2,
      paidOtherwiseCents: 4_000,
      tax: { rate: 9_750, amountCents: 5_324 },
    },
  },
  {
    kind: 'payment_receipt',
    about: 'of a version without the words of the lines',
    payload: {
      ...sampleMails.payment_receipt,
      chargedCents: 91_900,
      heldCents: 91_900,
      lines: [{ kind: 'part', amountCents: 12_000 }],
    },
  },
  {
    kind: 'payment_receipt',
    about: 'of a late cancellation',
    payload: { ...sampleMails.payment_receipt, chargedCents: 5_000, fee: 'late_cancellation' },
  },
  {
    kind: 'payment_receipt',
    about: 'of a no-show, from the saved card',
    payload: {
      ...sampleMails.payment_receipt,
      chargedCents: 5_000,
      heldCents: 5_000,
      fee: 'no_show',
    },
  },
  {
    kind: 'mail_address_changed',
    about: 'by the customer',
    payload: { ...sampleMails.mail_address_changed, changedBy: 'customer', isInUse: true },
  },
  {
    kind: 'mail_address_changed',
    about: 'by an administrator',
    payload: { ...sampleMails.mail_address_changed, changedBy: 'administrator' },
  },
  {
    kind: 'mail_address_changed',
    about: 'proven',
    payload: { ...sampleMails.mail_address_changed, changedBy: 'proof', isInUse: true },
  },
  {
    kind: 'appointment_confirmed',
    about: 'the shop checks the car first',
    payload: { ...sampleMails.appointment_confirmed, awaitsFitment: true },
  },
  {
    kind: 'appointment_confirmed',
    about: 'the shop checks the car first, with a fee for a late cancellation',
    payload: {
      ...sampleMails.appointment_confirmed,
      awaitsFitment: true,
      cancelFee: { feeCents: 5_000, dueAt: '2026-12-06T17:00:00.000Z' },
    },
  },
  {
    kind: 'fitment_confirmed',
    about: 'with a fee for a late cancellation',
    payload: {
      ...sampleMails.fitment_confirmed,
      cancelFee: { feeCents: 5_000, dueAt: '2026-12-06T17:00:00.000Z' },
    },
  },
  {
    kind: 'sheet_mailed',
    about: 'the receipt',
    payload: { ...sampleMails.sheet_mailed, sheet: 'receipt' },
  },
  {
    kind: 'price_to_agree',
    about: 'agreed to, and not held',
    payload: { ...sampleMails.price_to_agree, agreedCents: 91_900, toConfirmCents: 12_000 },
  },
  {
    kind: 'price_agreed',
    about: 'by the link, with a part in cash and a tip',
    payload: {
      ...sampleMails.price_agreed,
      dueCents: 81_900,
      onHoldCents: 79_900,
      lines: [
        { kind: 'part', description: 'Mounting bracket', amountCents: 8_000 },
        { kind: 'discount', description: 'Waited an hour', amountCents: 1_000 },
        { kind: 'tip', description: 'Tip', amountCents: 5_000 },
      ],
      via: 'link',
    },
  },
  {
    kind: 'appointment_ready',
    about: 'paid already',
    payload: { ...sampleMails.appointment_ready, isPaid: true },
  },
  {
    kind: 'fitment_confirmed',
    about: 'without a condition',
    payload: { ...sampleMails.fitment_confirmed, condition: '', hasCondition: false },
  },
  {
    kind: 'fitment_photo_needed',
    about: 'the first request',
    payload: { ...sampleMails.fitment_photo_needed, note: '', hasNote: false },
  },
  {
    kind: 'appointment_confirmed',
    about: 'awkward names',
    payload: {
      ...sampleMails.appointment_confirmed,
      ...awkward,
      customerEmail: `${'quite.long.address'.repeat(3)}@${'sub.domain.'.repeat(5)}example.com`,
    },
  },
  {
    kind: 'appointment_reminder',
    about: 'of a shop that says nothing about the visit',
    payload: {
      ...sampleMails.appointment_reminder,
      shopPhone: undefined,
      parking: undefined,
      waitingRoom: undefined,
      shuttle: undefined,
    },
  },
  {
    kind: 'appointment_reminder',
    about: 'hours before the start',
    payload: { ...sampleMails.appointment_reminder, isSecond: true },
  },
  {
    kind: 'appointment_reminder',
    about: 'of a version without links to answer',
    payload: { ...sampleMails.appointment_reminder, answerUrl: undefined },
  },
  {
    kind: 'appointment_reminder',
    about: 'awkward names',
    payload: { ...sampleMails.appointment_reminder, ...awkward, parking: awkwardName },
  },
  {
    kind: 'staff_digest',
    about: 'without subjects',
    payload: { ...sampleMails.staff_digest, count: 1, subjects: [] },
  },
  {
    kind: 'appointment_changed',
    about: 'the package alone',
    payload: {
      ...sampleMails.appointment_changed,
      previousStartsAt: sampleMails.appointment_changed.startsAt,
    },
  },
  {
    kind: 'shop_hold_failed',
    about: 'awkward names',
    payload: { ...sampleMails.shop_hold_failed, ...awkward },
  },
  {
    kind: 'shop_appointment_booked',
    about: 'of a car that fits, tomorrow',
    payload: {
      ...sampleMails.shop_appointment_booked,
      fitment: 'fits',
      sentAt: '2026-12-06T17:00:00.000Z',
      isEmailUnconfirmed: true,
    },
  },
  {
    kind: 'shop_appointment_cancelled',
    about: 'by an administrator, after the charge',
    payload: {
      ...sampleMails.shop_appointment_cancelled,
      cancelledBy: 'administrator',
      money: { kind: 'refunded', amountCents: 79_900 },
      reasonGiven: 'The lift is broken.',
      createdAt: '2026-12-08T17:00:00.000Z',
    },
  },
  {
    kind: 'shop_appointment_cancelled',
    about: 'without an answer to the fitment check',
    payload: {
      ...sampleMails.shop_appointment_cancelled,
      cancelledBy: 'product',
      money: { kind: 'nothing_held' },
    },
  },
  {
    kind: 'shop_appointment_moved',
    about: 'awkward names',
    payload: { ...sampleMails.shop_appointment_moved, ...awkward, bayName: awkwardName },
  },
  {
    kind: 'shop_day_sheet',
    about: 'of a day with questions alone',
    payload: {
      ...sheet,
      count: 0,
      jobs: [],
      firstStartsAt: null,
      uncharged: 2,
      openChecks: 1,
      failedHolds: 1,
    },
  },
  {
    kind: 'shop_day_sheet',
    about: 'of a full day',
    payload: {
      ...sheet,
      count: 42,
      jobs: Array.from({ length: 30 }, (_, place) => ({
        ...sheet.jobs[0],
        url: `${sheet.adminUrl}&appointment=${place}`,
        customerName: awkwardName,
        payment: 'hold_failed' as const,
      })) as typeof sheet.jobs,
    },
  },
  {
    kind: 'shop_day_sheet',
    about: 'without questions',
    payload: { ...sheet, uncharged: 0, openChecks: 0, failedHolds: 0 },
  },
  {
    kind: 'shop_awaits_approval',
    about: 'awkward names',
    payload: { ...sampleMails.shop_awaits_approval, shopName: awkwardName, shopAddress: awkwardName },
  },
]

/** A sample of every kind of mail, then the variants, with payloads as in the outbox. */
export const mailSamples: readonly MailSample[] = [...told, ...variants]
