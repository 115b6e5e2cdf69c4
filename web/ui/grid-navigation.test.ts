import { expect, test } from 'vitest'
import { nextStop, stopAt, stopName, type Stop } from './grid-navigation.ts'

// Two columns of six rows: a tall stop, two that share a row, and single ones.
const stops: Stop[] = [
  { column: 0, row: 0, rows: 4, order: 0 },
  { column: 0, row: 4, rows: 1, order: 0 },
  { column: 0, row: 5, rows: 1, order: 0 },
  ...[0, 1, 2].map((row) => ({ column: 1, row, rows: 1, order: 0 })),
  { column: 1, row: 3, rows: 3, order: 0 },
  { column: 1, row: 3, rows: 3, order: 1 },
]

function press(from: string, ...keys: string[]): string {
  let stop = stops.find((one) => stopName(one) === from) as Stop
  for (const name of keys) {
    const ctrlKey = name.startsWith('Ctrl+')
    stop = nextStop(stops, stop, { key: name.replace('Ctrl+', ''), ctrlKey }) ?? stop
  }
  return stopName(stop)
}

test('arrows move down a column, through stops that share a row, and stop at its ends', () => {
  expect(press('0-0-0', 'ArrowDown')).toBe('0-4-0')
  expect(press('1-2-0', 'ArrowDown', 'ArrowDown')).toBe('1-3-1')
  expect(press('1-3-1', 'ArrowDown')).toBe('1-3-1')
  expect(press('1-0-0', 'ArrowUp')).toBe('1-0-0')
})

test('horizontal arrows reach the stop at the same height', () => {
  expect(press('1-2-0', 'ArrowLeft')).toBe('0-0-0')
  expect(press('0-5-0', 'ArrowRight')).toBe('1-3-0')
  expect(press('0-0-0', 'ArrowLeft')).toBe('0-0-0')
})

test('Home and End go to the ends of the row, with Control to those of the grid', () => {
  expect(press('1-3-1', 'Home')).toBe('0-0-0')
  expect(press('0-4-0', 'End')).toBe('1-3-0')
  expect(press('0-4-0', 'Ctrl+End')).toBe('1-3-1')
  expect(press('1-3-1', 'Ctrl+Home')).toBe('0-0-0')
})

test('other keys lead nowhere', () => {
  expect(nextStop(stops, stops[0] as Stop, { key: 'Tab', ctrlKey: false })).toBeNull()
})

test('a removed position resolves within its column, or within the last one', () => {
  expect(stopAt(stops, { column: 0, row: 2, order: 0 })).toEqual(stops[0])
  expect(stopAt(stops, { column: 9, row: 9, order: 0 })).toMatchObject({ column: 1, row: 3 })
  expect(stopAt([], { column: 0, row: 0, order: 0 })).toBeNull()
})
