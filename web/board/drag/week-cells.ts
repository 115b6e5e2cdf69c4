/** A cell of the week as it lies in the window: a bay on a day. */
export type WeekCell = { day: string; bayId: number; box: Box }

export type Box = { left: number; top: number; right: number; bottom: number }

export type Point = { x: number; y: number }

export const middleOf = ({ left, top, right, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
})

/** The cell at a point. */
export function cellAt(cells: readonly WeekCell[], { x, y }: Point): WeekCell | undefined {
  return cells.find(({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)
}

const steps: Readonly<Record<string, { days: number; bays: number }>> = {
  ArrowUp: { days: 0, bays: -1 },
  ArrowDown: { days: 0, bays: 1 },
  ArrowLeft: { days: -1, bays: 0 },
  ArrowRight: { days: 1, bays: 0 },
}

/**
 * The cell beside another one in the direction of an arrow key, the same one at an edge; undefined for other
 * keys. The days are in the order of the calendar, the bays from top to bottom.
 */
export function cellBeside(cells: readonly WeekCell[], from: WeekCell, code: string): WeekCell | undefined {
  const step = steps[code]
  if (!step) return undefined
  const days = [...new Set(cells.map(({ day }) => day))]
  const bays = [...new Set(cells.map(({ bayId }) => bayId))]
  const day = days[days.indexOf(from.day) + step.days]
  const bayId = bays[bays.indexOf(from.bayId) + step.bays]
  return cells.find((cell) => cell.day === day && cell.bayId === bayId) ?? from
}
