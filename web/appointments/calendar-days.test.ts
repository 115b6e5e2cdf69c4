import { expect, test } from 'vitest'
import { listFreeSlots } from '../../contract/slots/free-slots.ts'
import { calendarDays } from './calendar-days.ts'

const window = { firstDay: '2026-11-29', lastDay: '2026-12-12' }
const nine = { open: '09:00', close: '17:00' }
const shop = {
  businessHours: {
    monday: nine,
    tuesday: nine,
    wednesday: nine,
    thursday: nine,
    friday: nine,
    saturday: nine,
    sunday: null,
  },
  closures: [{ firstDay: '2026-12-03', lastDay: '2026-12-03' }],
}

/** A day with free bays, or with none. */
function slotsOf(day: string, bays: number) {
  return listFreeSlots(
    {
      day,
      zone: 'America/Los_Angeles',
      bookable: true,
      hours: { opens: 540, closes: 1020 },
      bays: Array.from({ length: bays }, () => []),
    },
    180,
  )
}

const known = {
  window,
  shop,
  present: { day: '2026-12-02' },
  times: {
    slotsOf: (day: string | null) => (day === null ? undefined : slotsOf(day, day === '2026-12-01' ? 0 : 2)),
  },
}

test('a calendar day states its free starts, also to screen readers', () => {
  const { isDisabled, noteOf } = calendarDays(known)
  expect(noteOf('2026-11-30')).toEqual({
    look: undefined,
    short: '6 times',
    shorter: '6',
    spoken: '6 times',
  })
  expect(noteOf('2026-12-01')).toEqual({ look: 'quiet', short: 'Full', spoken: 'Full' })
  expect(noteOf('2026-12-02')).toEqual({
    look: 'marked',
    short: '6 times',
    shorter: '6',
    spoken: '6 times, your current date',
  })
  expect(['2026-11-30', '2026-12-01', '2026-12-02'].some(isDisabled)).toBe(false)
})

test('a day that cannot be selected says why', () => {
  const { isDisabled, noteOf } = calendarDays(known)
  const reasons = {
    '2026-11-28': 'too soon',
    '2026-12-03': 'closed',
    '2026-12-05': 'no installations on weekends',
    '2026-12-14': 'too far ahead',
  }
  for (const [day, spoken] of Object.entries(reasons)) {
    expect(isDisabled(day), day).toBe(true)
    expect(noteOf(day).spoken).toBe(spoken)
  }
  expect(noteOf('2026-12-03').short).toBe('Closed')
  expect(noteOf('2026-12-14').short).toBeUndefined()
})

test('before the first reply the days of the window can be selected and have no note', () => {
  const { isDisabled, noteOf } = calendarDays({ ...known, times: { slotsOf: () => undefined } })
  expect(isDisabled('2026-12-01')).toBe(false)
  expect(noteOf('2026-12-01')).toEqual({ look: undefined, short: undefined, spoken: '' })
  expect(isDisabled('2026-12-03')).toBe(true)
})
