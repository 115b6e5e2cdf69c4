import { expect, test } from 'vitest'

import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import { readCalendar } from '../../tests/notifications/read-calendar.ts'
import { sampleAppointmentMail } from '../../tests/notifications/sample-appointment-mail.ts'
import { sampleMails, voice } from '../../tests/notifications/sample-mails.ts'
import { mailKinds, type MailKind } from './mail-kinds.ts'
import { renderMail } from './render-mail.ts'

const kinds = Object.keys(mailKinds) as MailKind[]

/** Account mails contain no user input. */
const carriesText = (kind: MailKind): boolean =>
  'appointmentId' in sampleMails[kind] || 'shopId' in sampleMails[kind]

/** Appointment mails contain the appointment's facts, shop mails the shop's name. */
const factsOf = (kind: MailKind): string[] => {
  if (!carriesText(kind)) return []
  return 'appointmentId' in sampleMails[kind] ? appointmentFacts : ['Second Gear']
}

const appointmentFacts = [
  'Smart Connect Premium',
  'Monday, December 7, 2026',
  '9:00 AM PST',
  '2013 BMW X5',
  'WBA5A7C50FD123456',
  'Alhambra Auto Sports',
]
const manageUrl = 'https://dashfit.example/appointments'
const { appointmentUrl } = sampleMails.shop_appointment_booked
const shopUrl = 'https://dashfit.example/admin?view=shop'
const promise = 'Your card will only be charged $799 after the installation is completed and confirmed.'

/** `link` is null for a mail without a button. */
const expectedMails: Record<MailKind, { subject: string; link: string | null; facts: string[] }> = {
  appointment_confirmed: {
    subject: 'Confirmed: Smart Connect Premium on Mon, Dec 7, 9:00 AM',
    link: manageUrl,
    facts: [
      'A hold of $799 secures your appointment.',
      promise,
      'we place a new one 3 days ahead.',
      '3-4 hours',
      '1200 W Main St, Alhambra, CA 91801',
      'Dana Whitfield',
      '(626) 555-0142',
      'dana.whitfield@example.com',
      ...whatToBring,
    ],
  },
  appointment_rescheduled: {
    subject: 'New time: Smart Connect Premium on Mon, Dec 7, 9:00 AM',
    link: manageUrl,
    facts: ['Friday, December 4, 2026, 2:00 PM PST', promise],
  },
  package_changed: {
    subject: 'Package changed: Smart Connect Premium on Mon, Dec 7',
    link: manageUrl,
    facts: ['Smart Connect Essential, $499', '$300 more than before.', '3-4 hours', promise],
  },
  appointment_changed: {
    subject: 'Changed: Smart Connect Premium on Mon, Dec 7, 9:00 AM',
    link: manageUrl,
    facts: ['Friday, December 4, 2026, 2:00 PM PST', 'Smart Connect Essential', '$499', promise],
  },
  appointment_reminder: {
    subject: 'Reminder: Smart Connect Premium on Mon, Dec 7, 9:00 AM',
    link: 'https://dashfit.example/appointment-link#WmJ8Qq2m4cVt0s7uYx1kLp3R',
    facts: [
      'Around 1:00 PM PST',
      'The installation takes 3-4 hours',
      'Free behind the shop',
      'Coffee and Wi-Fi',
      'We drive you up to 5 miles',
      '(626) 555-0100',
      'Use the button above to confirm, move or cancel. It is free until your appointment starts.',
      ...whatToBring,
    ],
  },
  earlier_time_open: {
    subject: 'An earlier time opened: Thu, Dec 3, 10:00 AM',
    link: sampleMails.earlier_time_open.rescheduleUrl,
    facts: [
      'Thursday, December 3, 2026',
      '10:00 AM PST',
      'Fri, Dec 4, 9:00 AM',
      'The first to confirm gets it.',
      'Monday, December 7, 2026',
      'Your appointment stays as it is.',
      `choose Stop under My Appointments: ${manageUrl}`,
    ],
  },
  appointment_cancelled: {
    subject: 'Cancelled: Smart Connect Premium on Mon, Dec 7, 9:00 AM',
    link: manageUrl,
    facts: ['as you asked', 'We release the hold of $799 on your card.'],
  },
  payment_receipt: {
    subject: 'Receipt: $799 for Smart Connect Premium',
    link: manageUrl,
    facts: [
      '6F1D-2F0A-7B55',
      'Visa ending in 4242',
      '12:41 PM PST',
      'charge the remaining $500',
      'dana.whitfield@example.com',
    ],
  },
  payment_refunded: {
    subject: 'Refund: $799 for Smart Connect Premium',
    link: manageUrl,
    facts: ['$799', 'Visa ending in 4242', 'Wednesday, December 9, 2026', '5 to 10 business days'],
  },
  card_confirmation_needed: {
    subject: 'Confirm your card for Mon, Dec 7',
    link: sampleMails.card_confirmation_needed.confirmUrl,
    facts: [
      'your bank needs you to approve the hold of $799',
      'charged.',
      'Confirm it before Monday, December 7, 2026, 9:00 AM PST.',
      'The button opens dashfit.example.',
    ],
  },
  card_requested: {
    subject: 'Add your card for Mon, Dec 7, 9:00 AM',
    link: sampleMails.card_requested.confirmUrl,
    facts: [
      'booked this appointment for you',
      'Please do it by Saturday, November 28, 2026, 7:15 PM PST.',
      'We place a hold of $799 on your card.',
    ],
  },
  shop_appointment_booked: {
    subject: 'Booked: 2013 BMW X5 on Mon, Dec 7, 9:00 AM',
    link: appointmentUrl,
    facts: [
      'your answer is awaited.',
      '9:00 AM PST, in 10 days',
      '$799, parts',
      'Bay 2',
      '3-4 hours',
      'Dana Whitfield',
      '(626) 555-0142',
      'dana.whitfield@example.com',
      'Awaiting your check',
    ],
  },
  shop_appointment_moved: {
    subject: 'Rescheduled: 2013 BMW X5 to Mon, Dec 7, 9:00 AM',
    link: appointmentUrl,
    facts: ['Friday, December 4, 2026, 2:00 PM PST', 'in 10 days', 'Bay 2', 'Fits', '(626) 555-0142'],
  },
  shop_package_changed: {
    subject: 'New package: 2013 BMW X5 on Mon, Dec 7',
    link: appointmentUrl,
    facts: ['Smart Connect Essential', '$499', '$799', 'Bay 2', '(626) 555-0142'],
  },
  shop_appointment_cancelled: {
    subject: 'Cancelled: 2013 BMW X5 on Mon, Dec 7, 9:00 AM',
    link: appointmentUrl,
    facts: [
      'The customer cancelled',
      'The hold of $799 is released.',
      'open again',
      'Bay 2',
      '(626) 555-0142',
    ],
  },
  shop_day_sheet: {
    subject: 'Mon, Dec 7: 2 jobs, the first at 9:00 AM',
    link: 'https://dashfit.example/admin?shop=7&view=board',
    facts: [
      '9:00 AM to 1:00 PM, Bay 1',
      '2013 BMW X5',
      'VIN ends in 123456',
      'Dana Whitfield',
      '(626) 555-0142',
      'Smart Connect Premium, $799: Authorized',
      '2:00 PM to 5:00 PM, Bay 2',
      'Card saved',
      'Awaiting your fitment check.',
      '1 finished job is not charged yet.',
      '2 cars await your fitment check.',
    ],
  },
  shop_done_not_charged: {
    subject: 'Not charged yet: 1 job on Mon, Dec 7',
    link: 'https://dashfit.example/admin?shop=7',
    facts: [
      'Mon, Dec 7, 9:00 AM to 1:00 PM, Bay 1',
      '2013 BMW X5: open to charge $799',
      'click Capture Payment',
      '(626) 555-0142',
    ],
  },
  shop_hold_failed: {
    subject: 'No card is held: Dana Whitfield on Mon, Dec 7, 9:00 AM',
    link: 'https://dashfit.example/admin',
    facts: [
      'Call Dana Whitfield at (626) 555-0142 before you begin the work',
      'Capture Payment will try to charge the saved card',
      '$799',
    ],
  },
  shop_registered: {
    subject: 'Registered: Second Gear',
    link: shopUrl,
    facts: [
      'Confirm your email address with the link in our other email.',
      'After that, an administrator reviews your shop, and we email you the decision.',
      'Customers do not see your shop yet.',
      '1 Garage Lane, Pasadena, CA 91101',
    ],
  },
  shop_awaits_approval: {
    subject: 'A shop is waiting for approval: Second Gear',
    link: 'https://dashfit.example/admin?view=shops',
    facts: [
      'Customers see it once an administrator approves it.',
      '1 Garage Lane, Pasadena, CA 91101',
      'owner@second-gear.example',
    ],
  },
  shop_approved: {
    subject: 'Approved: Second Gear',
    link: shopUrl,
    facts: ['Customers can book appointments there from now on.', '1 Garage Lane, Pasadena, CA 91101'],
  },
  shop_suspended: {
    subject: 'Suspended: Second Gear',
    link: shopUrl,
    facts: [
      'It takes no new appointments for now.',
      'Booked appointments are still on: please do the work.',
      'Three customers found the shop closed.',
    ],
  },
  shop_rejected: {
    subject: 'Not approved: Second Gear',
    link: shopUrl,
    facts: ['did not approve it', 'We found no shop at this address.', 'cannot book there'],
  },
  shop_change_requested: {
    subject: 'A shop requested a change: Second Gear',
    link: shopUrl,
    facts: ['Third Gear', '1 Garage Lane, Pasadena, CA 91101', 'until an administrator approves it'],
  },
  shop_change_decided: {
    subject: 'Change not approved: Second Gear',
    link: shopUrl,
    facts: ['Everything stays as it was.', 'This name belongs to another shop.', '2 Garage Lane'],
  },
  shop_details_changed: {
    subject: 'New address: Alhambra Auto Sports on Mon, Dec 7, 9:00 AM',
    link: manageUrl,
    facts: ['9 Valley Blvd, Alhambra, CA 91801', 'The time and the price stay as they are.'],
  },
  fitment_photo_needed: {
    subject: 'Photo needed: Smart Connect Premium on Mon, Dec 7',
    link: 'https://dashfit.example/fitment-photo#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
    facts: ['Please show the menu as well.', 'a photo of the dashboard with the ignition on'],
  },
  fitment_confirmed: {
    subject: 'Fits, one condition: Smart Connect Premium on Mon, Dec 7',
    link: manageUrl,
    facts: ['The AUX socket has to work.', 'cancel under My Appointments', 'you pay nothing.'],
  },
  sheet_mailed: {
    subject: 'Work order for your BMW X5, Alhambra Auto Sports',
    link: manageUrl,
    facts: ['your work order is attached', 'Alhambra Auto Sports'],
  },
  price_to_agree: {
    subject: 'Please agree to $919 at Alhambra Auto Sports',
    link: 'https://dashfit.example/price#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
    facts: ['$919', 'instead of $799', 'speak with the shop'],
  },
  price_agreed: {
    subject: 'You agreed to $919 at Alhambra Auto Sports',
    link: manageUrl,
    facts: [
      'Mounting bracket',
      '$120',
      '$919',
      'on a device at Alhambra Auto Sports',
      'Signed as Dana Whitfield',
      '$969 is held on your card. Only $919 of it is charged, and your bank releases the rest.',
    ],
  },
  appointment_ready: {
    subject: 'Your BMW X5 is ready at Alhambra Auto Sports',
    link: 'https://dashfit.example/sign-off#AZjypBwefDqfEG8dLwp7VQ_b2yW1kq0aWcPZ3mXHn8Rr4t6u',
    facts: ['the installation is done', 'Please test everything at the shop before you sign.', '$799'],
  },
  fitment_undecided: {
    subject: 'Your choice: Smart Connect Premium on Mon, Dec 7',
    link: manageUrl,
    facts: ['cancel free of charge', 'Without an answer 24 hours before the start'],
  },
  fitment_rule_reopened: {
    subject: 'Did not fit: Smart Connect Essential in a 2013 BMW X5',
    link: 'https://dashfit.example/admin?view=fitment',
    facts: ['The plug of the screen is another one.', '1 rule changed', 'the hold is released'],
  },
  shop_fitment_check: {
    subject: 'Fitment check: 2012 Lexus RX on Mon, Dec 7, 9:00 AM',
    link: 'https://dashfit.example/admin?check=0199a3a2-0000-7000-8000-000000000000',
    facts: ['This car came with different systems.', 'Please answer by the end of your next working day.'],
  },
  fitment_request_answered: {
    subject: 'It fits your car, with one condition: 2018 BMW 3 Series',
    link: 'https://dashfit.example/scheduler',
    facts: [
      'Alhambra Auto Sports checked your car: Smart Connect Essential fits',
      '1200 W Main St, Alhambra, CA 91801',
      'The AUX socket has to work.',
      '2018 BMW 3 Series',
      'Questions? Just reply.',
    ],
  },
  shop_not_available: {
    subject: 'About Alhambra Auto Sports on Mon, Dec 7, 9:00 AM',
    link: manageUrl,
    facts: ['Yours is still on, at the same time and price.', 'Cancel it for free'],
  },
  mail_address_changed: {
    subject: 'Email changed: Smart Connect Premium on Mon, Dec 7',
    link: manageUrl,
    facts: [
      'the email of your appointment was changed by Alhambra Auto Sports.',
      'k***@garage.example once the link we sent there is opened',
      'fix it for you.',
    ],
  },
  shop_invitation: {
    subject: 'Work with Second Gear at Dashfit',
    link: sampleMails.shop_invitation.link,
    facts: ['Casey Rivera of Second Gear', 'as front desk', 'Nothing happens until you accept'],
  },
  shop_access_changed: {
    subject: 'New role: Second Gear',
    link: 'https://dashfit.example/admin',
    facts: ['Casey Rivera changed your role', 'Technician'],
  },
  payout_changed: {
    subject: 'Payout changed: Second Gear',
    link: shopUrl,
    facts: ['ACH Direct Deposit', 'ends in 0021', 'ends in 6789', 'reply to this email right away'],
  },
  staff_digest: {
    subject: '21 emails held back: Dashfit',
    link: 'https://dashfit.example/admin',
    facts: ['Payout changed: Second Gear', 'and 19 more'],
  },
  address_proof: {
    subject: 'Get emails about an appointment at Dashfit?',
    link: 'https://dashfit.example/confirm-address#WmJ8Qq2m4cVt0s7uYx1kLp3R',
    facts: ['This address was entered at Dashfit', 'The link works for seven days.'],
  },
  password_reset: {
    subject: 'Set a new password for Dashfit',
    link: sampleMails.password_reset.link,
    facts: ['The link works once, for one hour.', 'Ignore this email. Your password stays the same.'],
  },
  email_proof: {
    subject: 'Confirm your email address for Dashfit',
    link: sampleMails.email_proof.link,
    facts: ['The link works for one day.', 'Ignore this email. Someone may have mistyped'],
  },
  email_code: {
    subject: '482913 is your Dashfit code',
    link: null,
    facts: ['482913', 'Works once, for 10 minutes', 'Ignore this email.'],
  },
  password_sign_in: {
    subject: 'Sign in to Dashfit with your password',
    link: 'https://dashfit.example/login',
    facts: ['sign in with a password or a passkey', 'Nothing has changed.'],
  },
  password_removed: {
    subject: 'Your earlier Dashfit sign-in was removed',
    link: 'https://dashfit.example/forgot-password',
    facts: ['could have been set up by someone else', 'signed out on all other devices.'],
  },
  password_changed: {
    subject: 'Your Dashfit password has changed',
    link: 'https://dashfit.example/forgot-password',
    facts: ['signed out on all other devices.', 'Set a new password right away.'],
  },
  sign_in_linked: {
    subject: 'Google sign-in linked: your Dashfit account',
    link: 'https://dashfit.example/account',
    facts: ['with Google from now on', 'Set a new password right away.'],
  },
  passkey_changed: {
    subject: 'Passkey added: your Dashfit account',
    link: 'https://dashfit.example/account',
    facts: ['It can sign in without a password.', 'Set a new password right away.'],
  },
  second_factor_changed: {
    subject: 'Your second factor is on: your Dashfit account',
    link: 'https://dashfit.example/forgot-password',
    facts: ['signing in asks for a code from your authenticator app', 'Set a new password right away.'],
  },
  account_exists: {
    subject: 'You already have an account at Dashfit',
    link: 'https://dashfit.example/forgot-password',
    facts: ['sign in as before, or set a new password', 'Nothing has changed.'],
  },
  account_deleted: {
    subject: 'Your Dashfit account is deleted',
    link: 'https://dashfit.example/login?create',
    facts: [
      'and your saved cards',
      'Past appointments and payments, with your details removed',
      'Reply to this email right away.',
      'after sending it, we delete your address',
    ],
  },
}

test.each(kinds)('the HTML and the text of %s contain every fact', async (kind) => {
  const mail = await renderMail(kind, sampleMails[kind], voice)
  expect(mail.subject).toBe(expectedMails[kind].subject)
  for (const fact of [...factsOf(kind), ...expectedMails[kind].facts]) {
    expect(mail.html).toContain(fact)
    expect(mail.text).toContain(fact)
  }
  const { link } = expectedMails[kind]
  if (link !== null) expect(mail.text).toContain(`\n${link}\n`)
  expect(mail.text).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/)
})

/** The HTML without the links to the jobs of a list. */
const withoutJobs = (html: string): string => html.replaceAll(/<a [^>]*class="link job-link"[^>]*>/g, '<a>')

test.each(kinds)('%s loads no external resource and has one button, a code none', async (kind) => {
  const { html } = await renderMail(kind, sampleMails[kind], voice)
  expect(html).not.toMatch(/<img|<script|<link|url\(|src=/)
  // The button, and its address in plain text beside it.
  const hrefs = [
    ...withoutJobs(html)
      .replaceAll('&amp;', '&')
      .matchAll(/href="([^"]*)"/g),
  ].map(([, href]) => href)
  const { link } = expectedMails[kind]
  expect(hrefs.filter((href) => !href?.startsWith('tel:+1626555'))).toEqual(link === null ? [] : [link, link])
})

test('an answered request of an older version, without the name of its shop, still names a shop', async () => {
  const { shopName, shopAddress, ...older } = sampleMails.fitment_request_answered
  expect([shopName, shopAddress]).not.toContain(undefined)
  const { text } = await renderMail('fitment_request_answered', older, voice)
  expect(text).toContain('The shop checked your car: Smart Connect Essential fits')
  expect(text).not.toContain('undefined')
  const asked = {
    ...older,
    answer: 'another_photo' as const,
    photoUrl: 'https://dashfit.example/fitment-photo',
  }
  const photo = await renderMail('fitment_request_answered', asked, voice)
  expect(photo.text).toContain('To check whether Smart Connect Essential fits, the shop needs a photo.')
})

test('a mail names the card like the pages', async () => {
  const card = { brand: 'amex', lastFour: '0005' }
  const { text, html } = await renderMail('payment_receipt', { ...sampleMails.payment_receipt, card }, voice)
  for (const body of [text, html]) expect(body).toContain('American Express ending in 0005')
})

const textOfPeople: ReadonlySet<string> = new Set([
  'staff_digest',
  'fitment_request_answered',
  'shop_invitation',
  'shop_access_changed',
])

const maliciousText = '<img src=x onerror=alert(1)>\r\nBcc: thief@example.com\u202Egnp'

test.each(kinds)(
  'user input in %s adds no markup, no line and no bidirectional control character',
  async (kind) => {
    const maliciousJob = {
      ...sampleMails.shop_day_sheet.jobs[0],
      bayName: maliciousText,
      customerName: maliciousText,
      vehicle: { year: 2021, make: maliciousText, model: maliciousText },
      vinEnd: maliciousText,
    }
    const vehicle = { year: 2021, make: maliciousText, model: maliciousText, vin: maliciousText }
    const names = {
      customerName: maliciousText,
      packageName: maliciousText,
      shopName: maliciousText,
      shopAddress: maliciousText,
      vehicle,
    }
    const more = {
      appointment_confirmed: {},
      appointment_rescheduled: {},
      package_changed: { previousPackageName: maliciousText },
      appointment_changed: { previousPackageName: maliciousText },
      appointment_reminder: { parking: maliciousText, waitingRoom: maliciousText, shuttle: maliciousText },
      earlier_time_open: {},
      appointment_cancelled: { reasonGiven: maliciousText },
      mail_address_changed: { newAddress: maliciousText },
      payment_receipt: { card: { brand: maliciousText, lastFour: maliciousText } },
      payment_refunded: { card: { brand: maliciousText, lastFour: maliciousText } },
      card_confirmation_needed: { reason: 'declined', providerSentence: maliciousText },
      card_requested: {},
      shop_appointment_booked: { bayName: maliciousText, customerNote: maliciousText },
      shop_appointment_moved: { bayName: maliciousText },
      shop_package_changed: { previousPackageName: maliciousText },
      shop_appointment_cancelled: { reasonGiven: maliciousText },
      shop_day_sheet: { jobs: [maliciousJob] },
      shop_done_not_charged: { jobs: [maliciousJob] },
      shop_hold_failed: {},
      shop_registered: {},
      shop_awaits_approval: { ownerEmail: maliciousText },
      shop_approved: {},
      shop_suspended: { reason: maliciousText },
      shop_rejected: { reason: maliciousText },
      shop_change_requested: { newName: maliciousText },
      shop_change_decided: { reason: maliciousText, newAddress: maliciousText },
      shop_details_changed: { previousShopName: maliciousText },
      shop_not_available: {},
      fitment_photo_needed: { note: maliciousText },
      fitment_confirmed: { condition: maliciousText },
      appointment_ready: {},
      price_to_agree: {},
      price_agreed: {
        signerName: maliciousText,
        lines: [{ kind: 'part', description: maliciousText, amountCents: 12_000 }],
      },
      sheet_mailed: {},
      fitment_undecided: {},
      fitment_request_answered: { note: maliciousText },
      fitment_rule_reopened: { note: maliciousText },
      shop_fitment_check: { openReason: maliciousText },
      shop_invitation: { shopName: maliciousText, invitedBy: maliciousText },
      shop_access_changed: { shopName: maliciousText, changedBy: maliciousText },
      payout_changed: {},
      staff_digest: { subjects: [maliciousText] },
      address_proof: {},
      password_reset: {},
      email_proof: {},
      email_code: {},
      password_sign_in: {},
      password_removed: {},
      password_changed: {},
      sign_in_linked: {},
      passkey_changed: {},
      second_factor_changed: {},
      account_exists: {},
      account_deleted: {},
    }[kind]
    const { subject, html, text } = await renderMail(kind, { ...sampleMails[kind], ...names, ...more }, voice)
    expect(html).not.toContain('<img')
    const escapedText = '&lt;img src=x onerror=alert(1)&gt; Bcc: thief@example.com gnp'
    if (carriesText(kind) || textOfPeople.has(kind)) expect(html).toContain(escapedText)
    else expect(html + text + subject).not.toContain('thief@example.com')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).not.toMatch(/^Bcc/m)
    expect(html + text + subject).not.toContain('\u202E')
  },
)

test('the confirmation of an appointment whose car is not checked yet says so', async () => {
  const open = { ...sampleMails.appointment_confirmed, awaitsFitment: true }
  const { text } = await renderMail('appointment_confirmed', open, voice)
  expect(text).toContain('first checks that Smart Connect Premium fits your BMW X5')
  expect(text).toContain("If it doesn't fit, we cancel and you pay nothing.")
  expect(text).not.toContain('is expecting you')
  const checked = await renderMail('appointment_confirmed', sampleMails.appointment_confirmed, voice)
  expect(checked.text).toContain('is expecting you and your BMW X5.')
})

test('the calendar files of one appointment share the organizer, for each side the UID, increment the sequence and end with CANCEL', async () => {
  const files: Record<string, Map<string, string>> = {}
  for (const kind of kinds) {
    const { attachments } = await renderMail(kind, sampleMails[kind], voice)
    for (const { filename, content, contentType } of attachments) {
      const fields = readCalendar(content)
      expect(filename).toBe('appointment.ics')
      expect(contentType).toBe(`text/calendar; charset=utf-8; method=${fields.get('METHOD')}`)
      files[kind] = fields
    }
  }
  const facts = Object.entries(files).map(([kind, fields]) =>
    [kind, fields.get('METHOD'), fields.get('STATUS'), fields.get('SEQUENCE')].join(' '),
  )
  expect(facts).toEqual([
    'appointment_confirmed PUBLISH CONFIRMED 0',
    'appointment_rescheduled PUBLISH CONFIRMED 1',
    'package_changed PUBLISH CONFIRMED 1',
    'appointment_changed PUBLISH CONFIRMED 1',
    'appointment_reminder PUBLISH CONFIRMED 0',
    'appointment_cancelled CANCEL CANCELLED 1',
    'card_requested PUBLISH CONFIRMED 0',
    'shop_details_changed PUBLISH CONFIRMED 1',
    'shop_not_available PUBLISH CONFIRMED 1',
    'shop_appointment_booked PUBLISH CONFIRMED 0',
    'shop_appointment_moved PUBLISH CONFIRMED 1',
    'shop_package_changed PUBLISH CONFIRMED 1',
    'shop_appointment_cancelled CANCEL CANCELLED 1',
  ])
  const valuesOf = (field: string) => new Set(Object.values(files).map((fields) => fields.get(field)))
  for (const same of ['ORGANIZER', 'DTSTART', 'DTEND']) expect(valuesOf(same).size).toBe(1)
  // A customer and a shop may share a calendar.
  const { appointmentId } = sampleMails.appointment_confirmed
  expect([...valuesOf('UID')]).toEqual([
    `appointment-${appointmentId}@dashfit`,
    `shop-appointment-${appointmentId}@dashfit`,
  ])
})

test('times are in the shop’s zone, with its abbreviation on that day', async () => {
  const summer = sampleAppointmentMail({
    startsAt: '2027-07-06T23:00:00Z',
    endsAt: '2027-07-07T03:00:00Z',
  })
  const { subject, text } = await renderMail('appointment_confirmed', summer, voice)
  expect(text).toContain('Tuesday, July 6, 2027\n4:00 PM PDT')
  expect(subject).toContain('Tue, Jul 6, 4:00 PM')
})

test('a vehicle without a VIN has no VIN line', async () => {
  const vehicle = { year: 2021, make: 'BMW', model: 'X5', vin: null }
  const { html, text } = await renderMail('appointment_confirmed', sampleAppointmentMail({ vehicle }), voice)
  expect(html + text).not.toContain('VIN')
})

test('a link that is no web address and an unknown kind are refused', async () => {
  const mail = sampleAppointmentMail({ manageUrl: 'javascript:alert(1)' })
  await expect(renderMail('appointment_confirmed', mail, voice)).rejects.toThrow()
  for (const kind of ['newsletter', 'toString']) {
    await expect(renderMail(kind, sampleAppointmentMail(), voice)).rejects.toThrow(
      `There is no mail of the kind "${kind}".`,
    )
  }
})
