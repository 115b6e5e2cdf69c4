import type { MailKind, MailPayload } from '../../server/notifications/mail-kinds.ts'
import { sampleAppointmentMail } from './sample-appointment-mail.ts'

/** The rendering options of mails in tests. */
export const voice = {
  brandName: 'Dashfit',
  sender: { name: 'Dashfit', address: 'appointments@dashfit.example' },
}

const appointment = sampleAppointmentMail()
const shop = {
  shopId: 7,
  shopName: 'Second Gear',
  shopAddress: '1 Garage Lane, Pasadena, CA 91101',
  createdAt: '2026-11-28T03:15:30.000Z',
}
const ownShop = { ...shop, shopUrl: 'https://dashfit.example/admin?view=shop' }
const person = { createdAt: '2026-11-28T03:15:30.000Z' }
const accountNews = {
  ...person,
  accountUrl: 'https://dashfit.example/account',
  forgotPasswordUrl: 'https://dashfit.example/forgot-password',
}
const changed = sampleAppointmentMail({ sequence: 1 })
const ofShop = {
  bayName: 'Bay 2',
  fitment: 'fits',
  appointmentUrl: `https://dashfit.example/admin?shop=7&appointment=${appointment.appointmentId}`,
} as const

const day = { ...shop, day: '2026-12-07', timeZone: 'America/Los_Angeles' }
const job = {
  appointmentId: appointment.appointmentId,
  startsAt: '2026-12-07T17:00:00.000Z',
  endsAt: '2026-12-07T21:00:00.000Z',
  bayName: 'Bay 1',
  customerName: 'Dana Whitfield',
  customerPhone: '6265550142',
  vehicle: { year: 2013, make: 'BMW', model: 'X5' },
  vinEnd: '123456',
  packageName: 'Smart Connect Premium',
  priceCents: 79_900,
  payment: 'authorized',
  awaitsFitment: false,
  url: ofShop.appointmentUrl,
} as const
const laterJob = {
  appointmentId: '0198f2a4-1c1e-7c3a-9f10-6f1d2f0a7b56',
  startsAt: '2026-12-07T22:00:00.000Z',
  endsAt: '2026-12-08T01:00:00.000Z',
  bayName: 'Bay 2',
  customerName: 'Lee Ortega',
  customerPhone: '6265550177',
  vehicle: { year: 2012, make: 'Lexus', model: 'RX' },
  vinEnd: null,
  payment: 'card_saved',
  awaitsFitment: true,
  url: 'https://dashfit.example/admin?shop=7&appointment=0198f2a4-1c1e-7c3a-9f10-6f1d2f0a7b56',
} as const

/** A sample of each kind of mail: about the sample appointment, the sample shop or an account. */
export const sampleMails: { [Kind in MailKind]: MailPayload<Kind> } = {
  appointment_confirmed: appointment,
  appointment_rescheduled: { ...changed, previousStartsAt: '2026-12-04T22:00:00.000Z' },
  package_changed: {
    ...changed,
    previousPackageName: 'Smart Connect Essential',
    previousPriceCents: 49_900,
  },
  appointment_changed: {
    ...changed,
    previousStartsAt: '2026-12-04T22:00:00.000Z',
    previousPackageName: 'Smart Connect Essential',
    previousPriceCents: 49_900,
  },
  appointment_reminder: {
    ...appointment,
    parking: 'Free behind the shop',
    waitingRoom: 'Coffee and Wi-Fi',
    shuttle: 'We drive you up to 5 miles',
    answerUrl: 'https://dashfit.example/appointment-link#WmJ8Qq2m4cVt0s7uYx1kLp3R',
  },
  earlier_time_open: {
    ...appointment,
    openStarts: ['2026-12-03T18:00:00.000Z', '2026-12-04T17:00:00.000Z'],
    rescheduleUrl: `https://dashfit.example/appointments?reschedule=${appointment.appointmentId}&at=2026-12-03T10%3A00`,
  },
  appointment_cancelled: {
    ...changed,
    cancelledBy: 'customer',
    money: { kind: 'released', amountCents: 79_900 },
    reasonGiven: '',
  },
  shop_details_changed: {
    ...changed,
    previousShopName: 'Alhambra Auto Sports',
    previousShopAddress: '9 Valley Blvd, Alhambra, CA 91801',
  },
  mail_address_changed: {
    ...appointment,
    changedBy: 'shop',
    newAddress: 'k***@garage.example',
    isInUse: false,
  },
  shop_not_available: changed,
  fitment_photo_needed: {
    ...appointment,
    note: 'Please show the menu as well.',
    hasNote: true,
    photoUrl: 'https://dashfit.example/fitment-photo#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
  },
  fitment_confirmed: { ...appointment, condition: 'The AUX socket has to work.', hasCondition: true },
  fitment_undecided: appointment,
  sheet_mailed: { ...appointment, sheet: 'work_order' },
  appointment_ready: {
    ...appointment,
    signOffUrl: 'https://dashfit.example/sign-off#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
    isPaid: false,
  },
  fitment_rule_reopened: {
    ...shop,
    vehicle: { year: 2013, make: 'BMW', model: 'X5' },
    packageName: 'Smart Connect Essential',
    note: 'The plug of the screen is another one.',
    ruleCount: 1,
    isCharged: false,
    fitmentUrl: 'https://dashfit.example/admin?view=fitment',
  },
  shop_appointment_booked: {
    ...appointment,
    ...ofShop,
    fitment: 'awaits_check',
    customerNote: 'There is an aftermarket amplifier under the seat.',
  },
  shop_appointment_moved: { ...changed, ...ofShop, previousStartsAt: '2026-12-04T22:00:00.000Z' },
  shop_package_changed: {
    ...changed,
    ...ofShop,
    previousPackageName: 'Smart Connect Essential',
    previousPriceCents: 49_900,
  },
  shop_appointment_cancelled: {
    ...changed,
    ...ofShop,
    cancelledBy: 'customer',
    money: { kind: 'released', amountCents: 79_900 },
    reasonGiven: '',
  },
  shop_day_sheet: {
    ...day,
    count: 2,
    jobs: [job, { ...job, ...laterJob }],
    firstStartsAt: job.startsAt,
    usefulUntil: '2026-12-07T20:00:00.000Z',
    uncharged: 1,
    openChecks: 2,
    failedHolds: 0,
    adminUrl: 'https://dashfit.example/admin?shop=7&view=board',
  },
  shop_done_not_charged: {
    ...day,
    count: 1,
    jobs: [job],
    usefulUntil: '2026-12-08T08:00:00.000Z',
    adminUrl: 'https://dashfit.example/admin?shop=7',
  },
  shop_fitment_check: {
    ...shop,
    news: 'opened',
    vehicle: { year: 2012, make: 'Lexus', model: 'RX' },
    packageName: 'Smart Connect Essential',
    openReason: 'This car came with different systems.',
    startsAt: '2026-12-07T17:00:00.000Z',
    timeZone: 'America/Los_Angeles',
    reviewUrl: 'https://dashfit.example/admin?check=0199a3a2-0000-7000-8000-000000000000',
  },
  fitment_request_answered: {
    ...person,
    vehicle: { year: 2018, make: 'BMW', model: '3 Series' },
    packageName: 'Smart Connect Essential',
    shopName: 'Alhambra Auto Sports',
    shopAddress: '1200 W Main St, Alhambra, CA 91801',
    answer: 'fits_with_condition',
    note: 'The AUX socket has to work.',
    photoUrl: null,
    bookUrl: 'https://dashfit.example/scheduler',
  },
  payment_receipt: {
    ...appointment,
    chargedCents: 79_900,
    heldCents: 129_900,
    chargedAt: '2026-12-07T20:41:00.000Z',
    card: { brand: 'visa', lastFour: '4242' },
  },
  payment_refunded: {
    ...appointment,
    refundedCents: 79_900,
    refundedAt: '2026-12-09T18:05:00.000Z',
    card: { brand: 'visa', lastFour: '4242' },
  },
  card_confirmation_needed: {
    ...appointment,
    reason: 'authentication',
    providerSentence: null,
    attempt: 1,
    confirmUrl: 'https://dashfit.example/confirm-card#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
  },
  price_to_agree: {
    ...appointment,
    totalCents: 91_900,
    priceUrl: 'https://dashfit.example/price#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
  },
  price_agreed: {
    ...appointment,
    totalCents: 91_900,
    dueCents: 91_900,
    onHoldCents: 96_900,
    lines: [{ kind: 'part', description: 'Mounting bracket', amountCents: 12_000 }],
    agreedAt: '2026-12-07T18:05:00.000Z',
    via: 'shop',
    signerName: 'Dana Whitfield',
  },
  card_requested: {
    ...appointment,
    paysBy: 'link',
    hasNoAccount: true,
    confirmUrl: 'https://dashfit.example/confirm-card#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
    dueAt: '2026-11-29T03:15:30.000Z',
  },
  shop_hold_failed: { ...appointment, adminUrl: 'https://dashfit.example/admin' },
  shop_registered: ownShop,
  shop_awaits_approval: {
    ...shop,
    ownerEmail: 'owner@second-gear.example',
    shopsUrl: 'https://dashfit.example/admin?view=shops',
  },
  shop_approved: ownShop,
  shop_suspended: { ...ownShop, reason: 'Three customers found the shop closed.' },
  shop_rejected: { ...ownShop, reason: 'We found no shop at this address.' },
  shop_change_requested: { ...shop, newName: 'Third Gear', newAddress: null, shopUrl: ownShop.shopUrl },
  shop_change_decided: {
    ...ownShop,
    decision: 'rejected',
    reason: 'This name belongs to another shop.',
    newName: 'Third Gear',
    newAddress: '2 Garage Lane, Pasadena, CA 91101',
  },
  shop_invitation: {
    createdAt: ownShop.createdAt,
    shopName: ownShop.shopName,
    invitedBy: 'Casey Rivera',
    role: 'desk',
    shopId: 5,
    email: 'desk@example.test',
    link: 'https://dashfit.example/join#a-token',
  },
  shop_access_changed: {
    createdAt: ownShop.createdAt,
    shopName: ownShop.shopName,
    changedBy: 'Casey Rivera',
    role: 'technician',
    workUrl: 'https://dashfit.example/admin',
  },
  payout_changed: {
    ...ownShop,
    paymentMethod: 'ACH Direct Deposit',
    details: [
      { field: 'routing', lastFour: '0021' },
      { field: 'account', lastFour: '6789' },
    ],
  },
  staff_digest: {
    ...person,
    count: 21,
    subjects: ['Payout changed: Second Gear', 'A shop is waiting for approval: Third Gear'],
    adminUrl: 'https://dashfit.example/admin',
  },
  address_proof: {
    ...person,
    customerId: 'N1bWJ8Qq2m4cVt0s7uYx1kLp3R',
    link: 'https://dashfit.example/confirm-address#WmJ8Qq2m4cVt0s7uYx1kLp3R',
  },
  password_reset: { ...person, link: 'https://dashfit.example/reset-password#WmJ8Qq2m4cVt0s7uYx1kLp3R' },
  email_proof: {
    ...person,
    link: 'https://dashfit.example/verify-email#eyJhbGciOiJIUzI1NiJ9.eyJlIjoxfQ.c2ln',
  },
  email_code: { ...person, code: '482913' },
  password_sign_in: { ...person, loginUrl: 'https://dashfit.example/login' },
  password_removed: accountNews,
  password_changed: accountNews,
  sign_in_linked: { ...accountNews, provider: 'google', linked: true },
  passkey_changed: { ...accountNews, added: true },
  second_factor_changed: { ...accountNews, change: 'on' },
  account_exists: accountNews,
  account_deleted: { ...person, role: 'customer', signUpUrl: 'https://dashfit.example/login?create' },
}
