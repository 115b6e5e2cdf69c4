import { withinEdges, type DragGeometry } from './drag-geometry.ts'
import { cellAt, cellBeside, middleOf, type WeekCell } from './week-cells.ts'

/** Names a cell of the week in the DOM. */
export const weekCellName = (bayId: number, day: string): string => `${bayId} ${day}`

function cellsOf(board: Element | null): WeekCell[] {
  return [...(board?.querySelectorAll<HTMLElement>('[data-week-cell]') ?? [])].map((cell) => {
    const [bayId = '', day = ''] = cell.dataset['weekCell']?.split(' ') ?? []
    return { day, bayId: Number(bayId), box: cell.getBoundingClientRect() }
  })
}

/** A week: right is another day, down is another bay, and the time of day stays. */
export const weekGeometry: DragGeometry = {
  modify: (board, { transform, draggingNodeRect }) => {
    const grid = board?.getBoundingClientRect()
    if (!grid || !draggingNodeRect) return transform
    const { top, bottom } = draggingNodeRect
    return {
      ...transform,
      x: withinEdges(transform.x, draggingNodeRect, grid),
      y: Math.min(Math.max(transform.y, grid.top - top), grid.bottom - bottom),
    }
  },
  step: (board, event, { context: { collisionRect } }) => {
    const cells = cellsOf(board)
    const from = collisionRect && cellAt(cells, middleOf(collisionRect))
    const next = from && cellBeside(cells, from, event.code)
    if (!next) return undefined
    event.preventDefault()
    const { x, y } = middleOf(next.box)
    return { x: x - collisionRect.width / 2, y: y - collisionRect.height / 2 }
  },
  placeOf: (board, { active }, { job: { day, bayId, startMinutes, endMinutes } }) => {
    const box = active.rect.current.translated
    const cell = (box && cellAt(cellsOf(board), middleOf(box))) ?? { day, bayId }
    return { day: cell.day, bayId: cell.bayId, startMinutes, endMinutes }
  },
  instructions:
    'Space picks the job up, arrow keys move it to another day or bay, Enter drops it, Escape puts it back.',
}
