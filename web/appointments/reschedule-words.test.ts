import { expect, test } from 'vitest'
import { startOfWallTime, takenSentence } from './reschedule-words.ts'

test('a start has the time of the grid, and a text without a wall time has none', () => {
  expect(startOfWallTime('2026-12-03T09:00')).toEqual({ day: '2026-12-03', time: '9:00' })
  expect(startOfWallTime('2026-12-03 10:00:00')).toEqual({ day: '2026-12-03', time: '10:00' })
  for (const text of ['', 'soon', '2026-13-03T10:00']) expect(startOfWallTime(text)).toBeNull()
})

test('a customer whose time is gone reads which appointment stays, and whether we go on looking', () => {
  const stays = 'You still have your appointment on Thursday, December 10, 2026 at 9:00 AM.'
  const appointmentDate = '2026-12-10 09:00:00'
  expect(takenSentence({ appointmentDate, earlierTime: 'possible' }, 'just taken')).toBe(
    `That time was just taken. ${stays}`,
  )
  expect(takenSentence({ appointmentDate, earlierTime: 'awaited' }, 'too late')).toBe(
    `That time can no longer be booked. ${stays} We’ll email you when an earlier time opens.`,
  )
})
