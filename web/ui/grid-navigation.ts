/** A focusable position of a grid. `order` distinguishes stops that share a cell, from the top. */
export type Stop = { column: number; row: number; rows: number; order: number }

/** The name of a stop, the same in the DOM. */
export function stopName({ column, row, order }: Pick<Stop, 'column' | 'row' | 'order'>): string {
  return `${column}-${row}-${order}`
}

const covers = (stop: Stop, row: number): boolean => stop.row <= row && row < stop.row + stop.rows
const byPlace = (a: Stop, b: Stop): number => a.row - b.row || a.order - b.order

function inColumn(stops: readonly Stop[], column: number): Stop[] {
  return stops.filter((stop) => stop.column === column).sort(byPlace)
}

/** The stop of a column at a row, or the nearest one. */
function nearest(stops: readonly Stop[], column: number, { row, order }: Pick<Stop, 'row' | 'order'>) {
  const candidates = inColumn(stops, column)
  const here = candidates.filter((stop) => covers(stop, row))
  const at = here.find((stop) => stop.order === order) ?? here.at(-1)
  const before = candidates.filter((stop) => stop.row <= row).at(-1)
  return at ?? before ?? candidates[0] ?? null
}

/**
 * The stop at a position that may no longer exist: in its column or the last one, at its row or the nearest.
 */
export function stopAt(stops: readonly Stop[], place: Pick<Stop, 'column' | 'row' | 'order'>): Stop | null {
  const columns = stops.map((stop) => stop.column)
  return nearest(stops, Math.min(place.column, Math.max(...columns, 0)), place)
}

/**
 * The target of a key: arrows go to the neighbors, Home and End to the ends of the row, with Control to those
 * of the grid. Null for other keys; the same stop at an edge.
 */
export function nextStop(
  stops: readonly Stop[],
  from: Stop,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): Stop | null {
  const columns = stops.map((stop) => stop.column)
  const [first, last] = [Math.min(...columns), Math.max(...columns)]
  const column = inColumn(stops, from.column)
  const index = column.findIndex((stop) => stopName(stop) === stopName(from))
  switch (key) {
    case 'ArrowDown':
      return column[index + 1] ?? from
    case 'ArrowUp':
      return column[index - 1] ?? from
    case 'ArrowRight':
      return nearest(stops, Math.min(from.column + 1, last), from) ?? from
    case 'ArrowLeft':
      return nearest(stops, Math.max(from.column - 1, first), from) ?? from
    case 'Home':
      return (ctrlKey ? inColumn(stops, first)[0] : nearest(stops, first, from)) ?? from
    case 'End':
      return (ctrlKey ? inColumn(stops, last).at(-1) : nearest(stops, last, from)) ?? from
    default:
      return null
  }
}
