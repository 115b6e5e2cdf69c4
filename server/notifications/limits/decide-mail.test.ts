import { expect, test } from 'vitest'
import { mailKinds, type MailKind } from '../mail-kinds.ts'
import { decideMail, type MailFacts } from './decide-mail.ts'
import { mailPolicies } from './mail-policies.ts'

const now = Date.parse('2026-12-01T12:00:00Z')
const later = new Date(now + 60_000)
const kinds = Object.keys(mailKinds) as MailKind[]

function factsOf(kind: string, changes: Partial<MailFacts> = {}): MailFacts {
  return {
    kind,
    isProven: true,
    isCounted: false,
    hasWaited: false,
    isOutdated: false,
    createdAt: new Date(now),
    roomAt: later,
    ...changes,
  }
}

test.each(kinds)('%s beyond the limit of an unproven address is never sent', (kind) => {
  expect(decideMail(factsOf(kind, { isProven: false }), now)).toMatchObject({ send: false })
})

test.each(kinds.filter((kind) => !mailPolicies[kind].isUnlimited))(
  '%s beyond the limit of a proven address waits or goes into a digest',
  (kind) => {
    expect(decideMail(factsOf(kind), now)).toEqual(
      mailPolicies[kind].audience === 'staff'
        ? { send: false, withheld: 'digest' }
        : { send: false, waitsUntil: later },
    )
  },
)

test('control: every kind but a change of the package and a sheet is sent while the mailbox has room', () => {
  const refused = kinds.filter((kind) => {
    return [true, false].some(
      (isProven) => !decideMail(factsOf(kind, { isProven, roomAt: new Date(now) }), now).send,
    )
  })
  expect(refused).toEqual(['package_changed', 'sheet_mailed'])
})

test('only resets, sign-in codes and changed sign-ins pass a full mailbox, and only a proven one', () => {
  const passing = kinds.filter((kind) => decideMail(factsOf(kind), now).send)
  expect(passing).toEqual([
    'password_reset',
    'email_code',
    'password_removed',
    'password_changed',
    'sign_in_linked',
    'passkey_changed',
    'second_factor_changed',
  ])
})

test('an attempt that failed is not counted again, and needs no room', () => {
  expect(decideMail(factsOf('payment_receipt', { isCounted: true }), now)).toEqual({
    send: true,
    counts: false,
  })
})

const forNow = [
  'email_code',
  'shop_invitation',
  'earlier_time_open',
  'appointment_reminder',
  'appointment_ready',
  'price_to_agree',
  'shop_day_sheet',
  'shop_done_not_charged',
]

test('a code, a reminder, a ready car, a price, an earlier time or a day that is over is not sent, also after an attempt that failed', () => {
  for (const kind of kinds) {
    const failed = factsOf(kind, { isCounted: true, isOutdated: true })
    expect([kind, decideMail(failed, now)]).toEqual([
      kind,
      forNow.includes(kind) ? { send: false, withheld: 'outdated' } : { send: true, counts: false },
    ])
  }
})

test('a mail that waited is not sent once it is outdated, nor after a day', () => {
  const waited = factsOf('appointment_confirmed', { hasWaited: true, isOutdated: true, roomAt: null })
  expect(decideMail(waited, now)).toEqual({ send: false, withheld: 'outdated' })
  const old = factsOf('payment_receipt', { createdAt: new Date(now - 86_400_000) })
  expect(decideMail(old, now)).toEqual({ send: false, withheld: 'limit' })
})
