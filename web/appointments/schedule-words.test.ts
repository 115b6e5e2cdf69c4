import { expect, test } from 'vitest'
import { findNextFree } from '../../contract/slots/free-days.ts'
import type { Slot } from '../../contract/slots/free-slots.ts'
import { describeDay, describeStarts, formatNearDay, withoutPresent } from './schedule-words.ts'

/**
 * Starts from nine o'clock on, one for each letter: f free, t taken, l ends too late, c closed, n not
 * bookable.
 */
function starts(letters: string): Slot[] {
  const reasons: Record<string, string> = {
    t: 'taken',
    l: 'ends after closing',
    c: 'closed on this day',
    n: 'not a bookable day',
  }
  return letters.split('').map((letter, index) => {
    const [time, displayTime] = [`${9 + index}:00`, `at ${9 + index}`]
    const reason = reasons[letter]
    return reason === undefined
      ? { time, displayTime, available: true }
      : { time, displayTime, available: false, reason }
  })
}

test('a day states its number of free starts', () => {
  expect(describeDay(starts('ffffffll'))).toEqual({ note: '6 times', left: 6, level: 1, canBeLookedAt: true })
  expect(describeDay(starts('tttftfll'))).toMatchObject({ note: '2 times', level: 2 / 6 })
  expect(describeDay(starts('ttttttll'))).toMatchObject({ note: 'Full', level: 0, canBeLookedAt: true })
})

test('a day without any possible start says why', () => {
  expect(describeDay(starts('cccccccc'))).toMatchObject({ note: 'Closed', canBeLookedAt: false })
  expect(describeDay(starts('nnnnnnnn'))).toMatchObject({ note: 'Too soon', canBeLookedAt: false })
  expect(describeDay(starts('llllllll'))).toMatchObject({ note: 'No times', canBeLookedAt: true })
})

test('the starts of a day are described in one sentence', () => {
  expect(formatNearDay('2026-12-01')).toBe('Tuesday, December 1')
  expect(describeStarts('2026-12-01', starts('ftffffll'))).toBe('5 open times on Tuesday, December 1')
  expect(describeStarts('2026-12-01', starts('ftttttll'))).toBe('1 open time on Tuesday, December 1')
  expect(describeStarts('2026-12-01', starts('ttttttll'))).toBe(
    'No open times on this day. Select another date.',
  )
})

test('the current start of an appointment is neither offered nor counted as free', () => {
  const days = [
    { date: '2026-12-01', slots: starts('ffl') },
    { date: '2026-12-02', slots: starts('ffl') },
  ]
  const [first, second] = withoutPresent(days, { day: '2026-12-01', time: '9:00' })
  expect(first?.slots.map(({ available }) => available)).toEqual([false, true, false])
  expect(first?.slots[0]?.reason).toBe('your current time')
  expect(describeDay(first?.slots ?? [])).toMatchObject({ note: '1 time', level: 1 })
  expect(second).toEqual(days[1])
  expect(findNextFree(withoutPresent(days, { day: '2026-12-01', time: '9:00' }))?.slot.time).toBe('10:00')
  expect(withoutPresent(days, null)).toEqual(days)
  const alone = withoutPresent([{ date: '2026-12-01', slots: starts('fl') }], {
    day: '2026-12-01',
    time: '9:00',
  })
  expect(describeDay(alone[0]?.slots ?? []).note).toBe('Full')
})
