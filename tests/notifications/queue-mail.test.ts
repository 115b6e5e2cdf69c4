import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailKinds, type MailKind } from '../../server/notifications/mail-kinds.ts'
import { queueMail, type QueuedMail } from '../../server/notifications/queue-mail.ts'
import { sendOutbox } from '../../server/notifications/send-outbox.ts'
import { addAdministrator } from '../../server/identity/add-administrator.ts'
import { goodPassword, newEmail } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { sampleMails } from './sample-mails.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const kinds = Object.keys(mailKinds) as MailKind[]

function mailOf(kind: MailKind, recipient: string, changes: object = {}): QueuedMail {
  const payload = { ...sampleMails[kind], ...changes }
  return { kind, payload, recipient, at: new Date(world.context.clock.now()) } as QueuedMail
}

/** The sample of an invitation is about an open one. */
async function openInvitation(): Promise<void> {
  const { shopId, email } = sampleMails.shop_invitation
  await world.context.database.pool.query(
    `insert into shop_invitations (id, shop_id, email, role, token_digest, invited_by, invited_at, expires_at)
      select gen_random_uuid(), s.id, $2, 'desk', '', u.id, now(), now() + interval '7 days'
      from shops s, users u where s.id = $1 limit 1`,
    [shopId, email],
  )
}

async function queue(mail: QueuedMail): Promise<void> {
  await world.context.database.db.transaction().execute((tx) => queueMail(tx, mail))
}

async function listQueued(recipient: string): Promise<{ kind: string; payload: object }[]> {
  const { rows } = await world.context.database.pool.query<{ kind: string; payload: object }>(
    'select kind, payload from outbox where recipient = $1',
    [recipient],
  )
  return rows
}

test('a queued mail of every kind is delivered, with its calendar file if it has one', async () => {
  const email = newEmail()
  // The account of a proven address, made without a mail.
  await addAdministrator(world.context.database, email, goodPassword)
  await openInvitation()
  for (const kind of kinds) await queue(mailOf(kind, email))
  expect(await sendOutbox(world.context)).toEqual({ sent: kinds.length, failed: 0 })
  const answer = await fetch(`${world.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)
  const mails = (await answer.json()) as { subject: string; attachments: { content: string }[] }[]
  const seen = mails.map(
    ({ subject, attachments }) =>
      `${subject.split(/[:$]| for /)[0]} ${/METHOD:(\w+)/.exec(attachments[0]?.content ?? '')?.[1] ?? '-'}`,
  )
  expect(seen.sort()).toEqual([
    '21 emails held back -',
    '482913 is your Dashfit code -',
    'A shop is waiting -',
    'A shop requested a change -',
    'About Alhambra Auto Sports on Mon, Dec 7, 9 PUBLISH',
    'Add your card PUBLISH',
    'An earlier time opened -',
    'Approved -',
    'Booked PUBLISH',
    'Cancelled CANCEL',
    'Cancelled CANCEL',
    'Change not approved -',
    'Changed PUBLISH',
    'Confirm your card -',
    'Confirm your email address -',
    'Confirmed PUBLISH',
    'Did not fit -',
    'Email changed -',
    'Fitment check -',
    'Fits, one condition -',
    'Get emails about an appointment at Dashfit? -',
    'Google sign-in linked -',
    'It fits your car, with one condition -',
    'Mon, Dec 7 -',
    'New address PUBLISH',
    'New package PUBLISH',
    'New role -',
    'New time PUBLISH',
    'No card is held -',
    'Not approved -',
    'Not charged yet -',
    'Package changed PUBLISH',
    'Passkey added -',
    'Payout changed -',
    'Photo needed -',
    'Please agree to  -',
    'Receipt -',
    'Refund -',
    'Registered -',
    'Reminder PUBLISH',
    'Rescheduled PUBLISH',
    'Set a new password -',
    'Sign in to Dashfit with your password -',
    'Suspended -',
    'Work order -',
    'Work with Second Gear at Dashfit -',
    'You agreed to  -',
    'You already have an account at Dashfit -',
    'Your BMW X5 is ready at Alhambra Auto Sports -',
    'Your Dashfit account is deleted -',
    'Your Dashfit password has changed -',
    'Your choice -',
    'Your earlier Dashfit sign-in was removed -',
    'Your second factor is on -',
  ])
})

test.each<[MailKind, object]>([
  ['appointment_confirmed', { priceCents: 799.5 }],
  ['appointment_confirmed', { startsAt: 'tomorrow' }],
  ['appointment_confirmed', { manageUrl: 'javascript:alert(1)' }],
  ['appointment_rescheduled', { previousStartsAt: undefined }],
  ['package_changed', { previousPriceCents: '499' }],
  ['appointment_reminder', { shopPhone: '(626) 555-0100' }],
  ['earlier_time_open', { openStarts: [] }],
  ['appointment_cancelled', { money: { kind: 'released' } }],
  ['appointment_cancelled', { cancelledBy: 'nobody' }],
  ['payment_receipt', { chargedCents: 0 }],
  ['payment_refunded', { card: { brand: 'visa' } }],
  ['card_confirmation_needed', { attempt: 4 }],
  ['card_confirmation_needed', { confirmUrl: 'ftp://dashfit.example/' }],
  ['shop_hold_failed', { adminUrl: '' }],
  ['shop_day_sheet', { day: 'today' }],
  ['shop_done_not_charged', { jobs: [{}] }],
  ['shop_appointment_booked', { fitment: 'perhaps' }],
  ['shop_appointment_moved', { previousStartsAt: 'yesterday' }],
  ['shop_package_changed', { appointmentUrl: 'javascript:alert(1)' }],
  ['shop_appointment_cancelled', { cancelledBy: 'nobody' }],
  ['shop_registered', { shopUrl: 'javascript:alert(1)' }],
  ['shop_awaits_approval', { shopsUrl: '' }],
  ['shop_approved', { shopId: 0 }],
  ['shop_suspended', { createdAt: 'today' }],
  ['shop_rejected', { reason: 7 }],
  ['shop_change_requested', { shopUrl: '' }],
  ['shop_change_decided', { decision: 'perhaps' }],
  ['shop_details_changed', { previousShopAddress: undefined }],
  ['email_code', { code: '48291' }],
  ['password_sign_in', { loginUrl: '' }],
  ['password_removed', { forgotPasswordUrl: 'javascript:alert(1)' }],
  ['shop_not_available', { sequence: -1 }],
  ['fitment_photo_needed', { photoUrl: 'javascript:alert(1)' }],
  ['fitment_confirmed', { condition: 7 }],
  ['fitment_undecided', { sequence: -1 }],
  ['appointment_ready', { signOffUrl: 'javascript:alert(1)' }],
  ['price_to_agree', { priceUrl: 'javascript:alert(1)' }],
  ['price_agreed', { via: 'phone' }],
  ['sheet_mailed', { sheet: 'invoice' }],
  ['fitment_rule_reopened', { fitmentUrl: '' }],
  ['fitment_request_answered', { answer: 'perhaps' }],
  ['shop_fitment_check', { news: 'closed' }],
  ['shop_invitation', { link: 'ftp://dashfit.example/join' }],
  ['shop_access_changed', { role: 'manager' }],
  ['payout_changed', { details: [{ field: 'account', lastFour: '00012345678900012' }] }],
])('%s with %j is refused and rolls its transaction back', async (kind, wrong) => {
  const email = newEmail()
  const news = world.context.database.db.transaction().execute(async (tx) => {
    await queueMail(tx, mailOf('appointment_confirmed', email))
    await queueMail(tx, mailOf(kind, email, wrong))
  })
  await expect(news).rejects.toThrow(/invalid|expected/i)
  expect(await listQueued(email)).toEqual([])
})

test('control: each of those mails is accepted with a valid payload', async () => {
  for (const kind of kinds) {
    const email = newEmail()
    await queue(mailOf(kind, email))
    expect(await listQueued(email)).toHaveLength(1)
  }
})

test('a payload stores only the fields of its mail', async () => {
  const email = newEmail()
  await queue(mailOf('payment_receipt', email, { cardNumber: '4242424242424242', otherCustomer: 'Lee' }))
  const [queued] = await listQueued(email)
  expect(queued?.payload).toEqual(sampleMails.payment_receipt)
})
