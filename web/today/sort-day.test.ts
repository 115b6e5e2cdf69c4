import { expect, test } from 'vitest'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { emptySentences } from './today-words.ts'
import { sortDay } from './sort-day.ts'

const now = Date.parse('2026-12-07T12:00:00-08:00')
const hourMs = 3_600_000

function job(id: string, hoursAhead: number, hours = 3, heldCents = 49_900): JobOfDay {
  const at = (hour: number) => new Date(now + hour * hourMs).toISOString()
  return {
    appointmentId: id,
    appointmentDate: at(hoursAhead),
    endsAt: at(hoursAhead + hours),
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
    heldCents,
    paymentStatus: 'authorized',
    holdState: 'live',
    card: { brand: 'visa', lastFour: '4242' },
    payment: { label: 'authorized', note: null },
    awaitsFitment: false,
    workState: 'booked',
    technician: null,
  }
}

const ids = (jobs: JobOfDay[]) => jobs.map(({ appointmentId }) => appointmentId)

test('each job of the day has one place, to the minute; jobs done since the reply count', () => {
  const today = [
    job('over', -3),
    job('ends this minute', -4, 4, 0),
    job('begins this minute', 0),
    job('in the shop', -1),
    job('in two hours', 2),
    job('a minute later', 2 + 1 / 60),
  ]
  const day = sortDay({ today, figures: { jobs: 230, heldCents: 12_345, done: 120 } }, now)
  expect([ids(day.inShop), ids(day.due), ids(day.soon), ids(day.later)]).toEqual([
    [],
    ['begins this minute', 'in the shop'],
    ['in two hours'],
    ['a minute later'],
  ])
  expect(day.figures).toEqual({ jobs: 230, heldCents: 12_345, done: 122 })
})

test('a job whose work has begun stands where its car is, whatever the time', () => {
  const today = [
    { ...job('early', 2), workState: 'arrived' as const },
    { ...job('overtime', -5), workState: 'in_bay' as const },
    { ...job('waits', -1), workState: 'ready' as const },
  ]
  const day = sortDay({ today, figures: { jobs: 3, heldCents: 0, done: 0 } }, now)
  expect([ids(day.inShop), ids(day.ready), ids(day.soon)]).toEqual([['early', 'overtime'], ['waits'], []])
  expect(day.figures.done).toBe(0)
})

test('empty parts are told in one line', () => {
  const empty = { attention: 0, inShop: 0, arriving: 0, unpaid: 0, tomorrow: 0 }
  expect(emptySentences(empty)).toBe(
    'Nothing needs attention. No car is in the shop. No more cars arrive today. Every finished job is charged. No jobs tomorrow.',
  )
  expect(emptySentences({ ...empty, attention: 1, inShop: 2, unpaid: 1 })).toBe(
    'No more cars arrive today. No jobs tomorrow.',
  )
})
