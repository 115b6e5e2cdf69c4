import { expect, test } from 'vitest'
import { lastMonths, monthInWords } from './statement-months.ts'

test('the months go back across the year without repeats, on any day', () => {
  const months = lastMonths('2026-03-31')
  expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
  expect(new Set(months).size).toBe(24)
})

test('a month is named as in the United States', () => {
  expect(monthInWords('2026-11')).toBe('November 2026')
})
