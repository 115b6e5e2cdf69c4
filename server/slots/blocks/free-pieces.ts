import type { BusyTime } from '../../../contract/slots/free-slots.ts'

/** The parts of a range that no busy time covers, in order. */
export function freePieces(range: BusyTime, busy: readonly BusyTime[]): BusyTime[] {
  const pieces: BusyTime[] = []
  let { from } = range
  for (const each of busy.toSorted((one, other) => one.from - other.from)) {
    if (each.to <= from || each.from >= range.to) continue
    if (each.from > from) pieces.push({ from, to: each.from })
    from = Math.max(from, each.to)
  }
  if (from < range.to) pieces.push({ from, to: range.to })
  return pieces
}
