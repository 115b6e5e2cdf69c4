import type { DragMoveEvent, KeyboardCoordinateGetter, Modifier } from '@dnd-kit/core'
import type { BoardJob } from '../../../contract/admin/board.ts'
import type { Place } from '../move-proposal.ts'

/** A dragged job, or its dragged lower edge. */
export type Dragged = { job: BoardJob; part: 'job' | 'end' }

/** How a span of the board turns pixels into places. `board` is the element around the grid. */
export type DragGeometry = {
  /** Keeps a dragged job on the board and on its steps. */
  modify: (board: Element | null, ...moved: Parameters<Modifier>) => ReturnType<Modifier>
  /** The position after an arrow key. */
  step: (
    board: Element | null,
    ...pressed: Parameters<KeyboardCoordinateGetter>
  ) => ReturnType<KeyboardCoordinateGetter>
  /** The place at which a job would be dropped. */
  placeOf: (board: Element | null, event: DragMoveEvent, dragged: Dragged) => Place
  /** The keys, for screen readers. */
  instructions: string
}

/** The transform of a dragged rectangle that stays beside the left and right edges of the board. */
export function withinEdges(
  x: number,
  rect: Pick<DOMRect, 'left' | 'right'>,
  grid: Pick<DOMRect, 'left' | 'right'>,
): number {
  return Math.min(Math.max(x, grid.left - rect.left), grid.right - rect.right)
}
