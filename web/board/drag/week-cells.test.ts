import { expect, test } from 'vitest'
import { cellAt, cellBeside, middleOf, type WeekCell } from './week-cells.ts'

// Two bays of unequal height on three days.
const cells: WeekCell[] = [
  { bayId: 7, top: 0, bottom: 60 },
  { bayId: 4, top: 60, bottom: 200 },
].flatMap(({ bayId, top, bottom }) =>
  ['2026-11-28', '2026-11-29', '2026-11-30'].map((day, column) => ({
    day,
    bayId,
    box: { left: column * 100, right: column * 100 + 100, top, bottom },
  })),
)
const nameOf = (cell: WeekCell | undefined) => cell && `${cell.bayId} ${cell.day}`

test('a point belongs to one cell, and none beside the grid', () => {
  expect(nameOf(cellAt(cells, { x: 99, y: 59 }))).toBe('7 2026-11-28')
  expect(nameOf(cellAt(cells, { x: 100, y: 60 }))).toBe('4 2026-11-29')
  expect(cellAt(cells, { x: 100, y: -1 })).toBeUndefined()
  expect(cells.map((cell) => cellAt(cells, middleOf(cell.box)))).toEqual(cells)
})

test('arrow keys go to the day and the bay beside, and stop at the edges', () => {
  const [first] = cells
  if (!first) throw new Error('there is no cell')
  const walk = (...codes: string[]) =>
    nameOf(codes.reduce<WeekCell>((cell, code) => cellBeside(cells, cell, code) ?? cell, first))
  expect(walk('ArrowRight')).toBe('7 2026-11-29')
  expect(walk('ArrowRight', 'ArrowDown')).toBe('4 2026-11-29')
  expect(walk('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft')).toBe('7 2026-11-29')
  expect(walk('ArrowUp', 'ArrowLeft')).toBe('7 2026-11-28')
  expect(walk('ArrowDown', 'ArrowDown')).toBe('4 2026-11-28')
  expect(cellBeside(cells, first, 'KeyN')).toBeUndefined()
})
