import { expect, test } from 'vitest'
import { weekdays } from '../../contract/shops/business-hours.ts'
import { changeDay, copyToOpenDays, usualWeek } from './week.ts'

test('a shop starts open from 9 to 5 on the days that are sold, and closed on weekends', () => {
  for (const [index, weekday] of weekdays.entries())
    expect(usualWeek[weekday]).toEqual({ isOpen: index < 5, open: '09:00', close: '17:00' })
})

test('the times of Monday are copied to open days only', () => {
  const week = changeDay(changeDay(usualWeek, 'Monday', { open: '10:30', close: '19:00' }), 'Saturday', {
    isOpen: true,
  })
  const copied = copyToOpenDays(week, 'Monday')
  expect(copied.Saturday).toEqual({ isOpen: true, open: '10:30', close: '19:00' })
  expect(copied.Sunday).toEqual({ isOpen: false, open: '09:00', close: '17:00' })
})

test('a closed day keeps its times, except half-typed ones', () => {
  const week = changeDay(usualWeek, 'Tuesday', { open: '08:00', close: '' })
  expect(week.Tuesday.close).toBe('')
  expect(changeDay(week, 'Tuesday', { isOpen: false }).Tuesday).toEqual({
    isOpen: false,
    open: '08:00',
    close: '17:00',
  })
})
