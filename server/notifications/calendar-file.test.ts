import { parseICS } from 'node-ical'
import { expect, test } from 'vitest'

import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import { readCalendar } from '../../tests/notifications/read-calendar.ts'
import { sampleAppointmentMail } from '../../tests/notifications/sample-appointment-mail.ts'
import { voice } from '../../tests/notifications/sample-mails.ts'
import { appointmentMail, type AppointmentMail } from './appointment-mail.ts'
import { calendarFile } from './calendar-file.ts'

function fileOf(changes: Partial<AppointmentMail> = {}, method: 'PUBLISH' | 'CANCEL' = 'PUBLISH'): string {
  const appointment = appointmentMail.parse(sampleAppointmentMail(changes))
  return calendarFile({ method, appointment }, voice.sender)
}

function wallTimeIn(timeZone: string, stamp: string | undefined): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp ?? '') ?? []
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
  )
}

test.each([
  ['America/Los_Angeles', '2026-10-30T09:00:00-07:00', '2026-10-30 09:00'],
  ['America/Los_Angeles', '2026-11-02T09:00:00-08:00', '2026-11-02 09:00'],
  ['America/Los_Angeles', '2027-03-12T16:00:00-08:00', '2027-03-12 16:00'],
  ['America/Los_Angeles', '2027-03-15T16:00:00-07:00', '2027-03-15 16:00'],
  ['America/New_York', '2027-03-15T09:00:00-04:00', '2027-03-15 09:00'],
  ['Europe/Berlin', '2026-10-26T11:00:00+01:00', '2026-10-26 11:00'],
  ['Australia/Lord_Howe', '2026-10-05T10:00:00+11:00', '2026-10-05 10:00'],
])('in %s the file of %s lands on %s', (timeZone, startsAt, shown) => {
  const endsAt = new Date(Date.parse(startsAt) + 4 * 3_600_000).toISOString()
  const fields = readCalendar(fileOf({ timeZone, startsAt, endsAt }))
  expect(wallTimeIn(timeZone, fields.get('DTSTART'))).toBe(shown)
  expect(wallTimeIn('UTC', fields.get('DTEND'))).toBe(endsAt.slice(0, 16).replace('T', ' '))
})

test('a second parser reads the same instants and the same text', () => {
  const startsAt = '2026-10-30T16:00:00.000Z'
  const endsAt = '2026-10-30T20:00:00.000Z'
  const shopName =
    'Müller, Söhne; & Co "CarPlay" 🚗 with a name that is longer than one folded line of a file'
  const entries = Object.values(parseICS(fileOf({ startsAt, endsAt, shopName })))
  const events = entries.filter((entry) => entry !== undefined && entry.type === 'VEVENT')
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event?.start.toISOString()).toBe(startsAt)
  expect(event?.end?.toISOString()).toBe(endsAt)
  expect(JSON.stringify(event)).toContain(JSON.stringify(shopName).slice(1, -1))
})

test('an appointment keeps its UID, and a change increments the sequence', () => {
  const first = readCalendar(fileOf())
  const changed = readCalendar(fileOf({ sequence: 3 }))
  expect(first.get('UID')).toBe('appointment-0198f2a4-1c1e-7c3a-9f10-6f1d2f0a7b55@dashfit')
  expect(changed.get('UID')).toBe(first.get('UID'))
  expect([first.get('SEQUENCE'), changed.get('SEQUENCE')]).toEqual(['0', '3'])
})

test('the file uses PUBLISH and has the timestamp of the snapshot and an alarm one day before', () => {
  const file = fileOf()
  const fields = readCalendar(file)
  expect(fields.get('METHOD')).toBe('PUBLISH')
  expect(fields.get('DTSTAMP')).toBe('20261128T031530Z')
  expect(fields.get('LAST-MODIFIED')).toBe('20261128T031530Z')
  expect(fields.get('ORGANIZER')).toBe('mailto:appointments@dashfit.example')
  expect(fields.get('STATUS')).toBe('CONFIRMED')
  expect(fields.get('TRIGGER')).toBe('-P1D')
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(fileOf()).toBe(file)
})

test('a confirmed entry lists the things to bring, a cancelled one does not', () => {
  const descriptionOf = (file: string) => readCalendar(file).get('DESCRIPTION')
  for (const thing of whatToBring) {
    expect(descriptionOf(fileOf())).toContain(thing)
    expect(descriptionOf(fileOf({}, 'CANCEL'))).not.toContain(thing)
  }
})

test('a cancelled appointment has the same UID and organizer, method CANCEL and no alarm', () => {
  const made = readCalendar(fileOf())
  const taken = readCalendar(fileOf({ sequence: 1 }, 'CANCEL'))
  expect(taken.get('METHOD')).toBe('CANCEL')
  expect(taken.get('STATUS')).toBe('CANCELLED')
  expect(taken.get('SEQUENCE')).toBe('1')
  for (const same of ['UID', 'ORGANIZER', 'DTSTART', 'DTEND']) {
    expect(taken.get(same)).toBe(made.get(same))
  }
  expect(taken.get('DTSTAMP')).toBe('20261128T031530Z')
  expect(taken.has('TRIGGER')).toBe(false)
})

const troublesome = 'Tires, Rims; & \\Sound\r\nSTATUS:CANCELLED\rX-EVIL:1\u2028“Größe” 😀👩‍🔧 '.repeat(4)

test('user input is escaped and never starts a new line', () => {
  const file = fileOf({ shopName: troublesome, shopAddress: troublesome, packageName: troublesome })
  const fields = readCalendar(file)
  expect(fields.get('STATUS')).toBe('CONFIRMED')
  expect(fields.has('X-EVIL')).toBe(false)
  expect(fields.get('LOCATION')).toContain(
    'Tires, Rims; & \\Sound STATUS:CANCELLED X-EVIL:1 “Größe” 😀👩‍🔧 Tires',
  )
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('lines are folded at 75 octets without splitting a character', () => {
  const file = fileOf({ shopName: troublesome, packageName: '😀'.repeat(200) })
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(Buffer.from(line).toString()).toBe(line)
  }
})
