import { expect, test } from 'vitest'
import { calendarFacts } from './calendar-facts.ts'

test('a calendar file is parsed: folded lines, escapes and times', () => {
  const file = [
    'BEGIN:VCALENDAR',
    'METHOD:CANCEL',
    'BEGIN:VEVENT',
    'DTSTART:20261207T170000Z',
    'DTEND;TZID="America/Los_Angeles":20261207T130000',
    'SUMMARY:Smart Connect Premium insta',
    ' llation',
    String.raw`LOCATION:Tires\, Rims\; & Sound\nBay 2`,
    'SUMMARY:A second one',
    'END:VEVENT',
  ].join('\r\n')
  expect(calendarFacts(file)).toEqual([
    ['Does', 'takes it out of the calendar (CANCEL)'],
    ['What', 'Smart Connect Premium installation'],
    ['Starts', '2026-12-07 17:00:00 UTC'],
    ['Ends', '20261207T130000'],
    ['Where', 'Tires, Rims; & Sound\nBay 2'],
  ])
})
