import { describe, expect, it } from 'vitest'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import {
  cancelEffects,
  cancelSentence,
  formatAppointmentDate,
  formatClock,
  formatRowDate,
  holdWordsOf,
  jobStatusOf,
  paymentBadgeOf,
} from './admin-words.ts'

const zone = 'America/Los_Angeles'
const visa = { brand: 'visa', lastFour: '4242' }
const live: HoldHealth = {
  state: 'live',
  liveUntil: '2026-12-12T17:00:00Z',
  heldAmount: 499,
  renewsAt: '2026-12-04T17:00:00Z',
  awaitsFitment: false,
  card: visa,
}
const saved: HoldHealth = {
  state: 'saved',
  liveUntil: null,
  heldAmount: null,
  renewsAt: null,
  awaitsFitment: false,
  card: visa,
}

describe('the words of Appointment Management', () => {
  it('write a date in US English with the short name of the shop’s zone, in summer and in winter', () => {
    expect(formatAppointmentDate('2026-12-07T09:00:00-08:00', zone)).toBe('Mon, Dec 7, 2026, 9:00 AM PST')
    expect(formatAppointmentDate('2026-07-06T16:00:00-07:00', zone)).toBe('Mon, Jul 6, 2026, 4:00 PM PDT')
  })

  it('format anything but a date as Invalid Date', () => {
    expect(formatAppointmentDate('soon', zone)).toBe('Invalid Date')
    expect(formatAppointmentDate('', zone)).toBe('Invalid Date')
  })

  it('color a status as specified', () => {
    const labels = ['pending', 'authorized', 'completed', 'cancelled'] as const
    expect(labels.map((label) => paymentBadgeOf({ label, note: null }))).toEqual([
      { text: 'Pending', tone: 'neutral' },
      { text: 'Authorized', tone: 'blue' },
      { text: 'Completed', tone: 'green' },
      { text: 'Cancelled', tone: 'neutral' },
    ])
  })

  it('state the effect of a cancellation on the money', () => {
    const at = { capturedCents: 0, refundedCents: 0, disputedCents: 0, refundableCents: 0, hold: live }
    expect(cancelSentence({ ...at, paymentStatus: 'authorized' })).toBe(
      'We’ll release the hold of $499 on the Visa ending in 4242. The customer won’t be charged.',
    )
    expect(cancelSentence({ ...at, hold: saved, paymentStatus: 'authorized' })).toBe(
      'There’s no hold on the Visa ending in 4242 right now, and the customer won’t be charged.',
    )
  })

  it('state the refund of a captured payment, also after a partial refund', () => {
    const capturedCents = 49_900
    const after = (refundedCents: number, disputedCents = 0) =>
      cancelSentence({
        paymentStatus: 'completed',
        capturedCents,
        refundedCents,
        disputedCents,
        refundableCents: Math.max(0, capturedCents - refundedCents - disputedCents),
        hold: saved,
      })
    expect(after(0)).toBe('We’ll refund the captured $499 in full to the Visa ending in 4242.')
    expect(after(10_000)).toBe(
      'Of the captured $499, $100 already went back. We’ll refund the other $399 to the Visa ending in 4242.',
    )
    expect(after(49_900)).toBe('The captured $499 already went back to the Visa ending in 4242.')
    expect(after(0, 20_000)).toBe(
      'Of the captured $499, the bank has returned $200 after a dispute. We’ll refund the other $299 to the Visa ending in 4242.',
    )
    expect(after(10_000, 20_000)).toBe(
      'Of the captured $499, $100 already went back and the bank has returned $200 after a dispute. We’ll refund the other $199 to the Visa ending in 4242.',
    )
    expect(after(0, 49_900)).toBe(
      'Of the captured $499, the bank has returned $499 after a dispute. There’s nothing more to refund.',
    )
  })

  it('state the end and the renewal of a hold in the shop’s time zone', () => {
    expect(holdWordsOf(live, zone)?.text).toBe(
      'Held until Dec 12, 9:00 AM. We’ll place a new hold on Dec 4, 9:00 AM.',
    )
    expect(holdWordsOf({ ...live, liveUntil: '2026-12-28T23:00:00Z', renewsAt: null }, zone)?.text).toBe(
      'Held until Dec 28, 3:00 PM. No new hold is needed.',
    )
    expect(holdWordsOf({ ...saved, state: 'failed' }, zone)?.text).toMatch(
      /^Every attempt to hold the card failed/,
    )
    expect(holdWordsOf({ ...live, state: 'failed', renewsAt: null }, zone)).toEqual({
      text: 'Held until Dec 12, 9:00 AM. Every attempt to renew the hold failed. Ask for the card again, or contact the customer.',
      warning: 'Hold not renewed',
    })
    expect(holdWordsOf({ ...saved, state: 'none' }, zone)).toBeNull()
  })

  it('name no day of a fresh hold while the fit is open', () => {
    const open = { renewsAt: null, awaitsFitment: true }
    expect(holdWordsOf({ ...live, ...open }, zone)?.text).toBe(
      'Held until Dec 12, 9:00 AM. We’ll place a new hold once the fit is confirmed.',
    )
    expect(holdWordsOf({ ...saved, ...open }, zone)?.text).toBe(
      'No hold right now. We’ll hold the saved card once the fit is confirmed.',
    )
    expect(holdWordsOf({ ...saved, ...open, state: 'unconfirmed' }, zone)?.text).toContain(
      'We’ll try again once the fit is confirmed.',
    )
  })

  it('put the open fitment check of a job before its payment', () => {
    const payment = { label: 'authorized', note: 'hold_not_renewed' } as const
    const job = { payment, workState: 'in_bay' } as const
    expect(jobStatusOf({ ...job, awaitsFitment: true })).toEqual({
      text: 'Awaiting fitment check',
      tone: 'amber',
    })
    expect(jobStatusOf({ ...job, awaitsFitment: false }).text).toBe('Hold not renewed')
  })

  it('say where the car is once it has come, unless its payment needs a person', () => {
    const job = { awaitsFitment: false, payment: { label: 'authorized', note: null } } as const
    expect(jobStatusOf({ ...job, workState: 'booked' }).text).toBe('Authorized')
    expect(jobStatusOf({ ...job, workState: 'in_bay' })).toEqual({ text: 'In the bay', tone: 'violet' })
    const failed = { label: 'hold_failed', note: null } as const
    expect(jobStatusOf({ ...job, payment: failed, workState: 'in_bay' }).text).toBe('Hold failed')
  })
})

const customerEmail = 'dana@example.test'
const noHold = { liveUntil: null, heldAmount: null, renewsAt: null, awaitsFitment: false, card: null }

it('promises the time of a cancelled appointment to others only while it is to come', () => {
  const at = '2026-12-07T09:00:00-08:00'
  const start = Date.parse(at)
  const effects = (paymentStatus: 'pending' | 'authorized' | 'completed', now: number | null) =>
    cancelEffects(
      { paymentStatus, hold: { ...noHold, state: 'none' }, customerEmail, appointmentDate: at },
      now,
    )
  expect(effects('authorized', start - 1)).toBe(
    'We’ll email the customer. The time opens up for other customers. This cannot be undone.',
  )
  expect(effects('completed', start)).toBe('We’ll email the customer. This cannot be undone.')
  expect(effects('pending', null)).toBe('The time opens up for other customers. This cannot be undone.')
  const atShop = {
    paymentStatus: 'pending',
    hold: { ...noHold, state: 'at_shop' },
    appointmentDate: at,
  } as const
  expect(cancelEffects({ ...atShop, customerEmail }, start)).toBe(
    'We’ll email the customer. This cannot be undone.',
  )
  expect(cancelEffects({ ...atShop, customerEmail: '' }, start)).toBe('This cannot be undone.')
})

it('a row names the year unless it is the present one in its zone', () => {
  const start = '2026-12-31T16:00:00-08:00'
  const at = (now: string) => formatRowDate(start, zone, Date.parse(now))
  expect(at('2026-11-21T12:00:00Z')).toBe('Thu, Dec 31, 4:00 PM PST')
  expect(at('2027-01-01T07:59:00Z')).toBe('Thu, Dec 31, 4:00 PM PST')
  expect(at('2027-01-01T08:00:00Z')).toBe('Thu, Dec 31, 2026, 4:00 PM PST')
  expect(formatRowDate(start, zone, null)).toBe('Thu, Dec 31, 2026, 4:00 PM PST')
  expect(formatRowDate('soon', zone, Date.parse(start))).toBe('Invalid Date')
})

describe('a clock time', () => {
  it('is that of the zone', () => {
    expect(formatClock(Date.parse('2026-11-27T18:42:31Z'), zone)).toBe('10:42 AM')
    expect(formatClock('2026-11-27T18:42:31Z', 'America/New_York')).toBe('1:42 PM')
  })
})
