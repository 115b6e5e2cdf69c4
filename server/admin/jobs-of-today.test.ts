import { expect, test } from 'vitest'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { mostJobs, toToday } from './jobs-of-today.ts'

const now = Date.parse('2026-12-07T12:00:00-08:00')
const minuteMs = 60_000

function job(index: number, endsInMinutes: number): JobOfDay {
  const endsAt = now + endsInMinutes * minuteMs
  return {
    appointmentId: String(index),
    appointmentDate: new Date(endsAt - 180 * minuteMs).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    timeZone: 'America/Los_Angeles',
    shopId: 5,
    shopName: 'Alhambra Auto Sports',
    bayName: 'Bay 1',
    customerName: 'Casey Rivera',
    customerPhone: '6265550142',
    packageName: 'Smart Connect Essential',
    vehicleInfo: { year: 2013, make: 'BMW', model: 'X5', vin: null },
    priceCents: 49_900,
    dueCents: 49_900,
    needsAgreement: false,
    awaitsAgreement: false,
    heldCents: 49_901,
    paymentStatus: 'authorized',
    holdState: 'live',
    payment: { label: 'authorized', note: null },
    awaitsFitment: false,
    workState: 'booked',
    card: null,
    technician: null,
  }
}

test('the figures count every job of the day, also those beyond the list', () => {
  const over = Array.from({ length: 120 }, (_, index) => job(index, index - 119))
  const ahead = Array.from({ length: 110 }, (_, index) => job(120 + index, index + 1))
  const { today, figures } = toToday([...over, ...ahead], now)
  expect(figures).toEqual({ jobs: 230, heldCents: 230 * 49_901, done: 120 })
  expect(today.map(({ appointmentId }) => appointmentId)).toEqual(
    ahead.slice(0, mostJobs).map(({ appointmentId }) => appointmentId),
  )
})
