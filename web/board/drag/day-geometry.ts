import type { DragMoveEvent } from '@dnd-kit/core'
import type { BoardJob } from '../../../contract/admin/board.ts'
import { quarterMinutes } from '../../../contract/admin/move-times.ts'
import { movedBy, resizedBy } from '../move-proposal.ts'
import { withinEdges, type DragGeometry } from './drag-geometry.ts'

/** Height of an hour in rem; the row classes of the day use the same value. */
export const hourHeight = 3.75

/** Pixels of a minute of the day. */
export function pixelsPerMinute(): number {
  return (hourHeight * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 60
}

function bayHeads(board: Element | null): HTMLElement[] {
  return [...(board?.querySelectorAll<HTMLElement>('[data-bay]') ?? [])]
}

/** The bay below the middle of the dragged job. */
function bayUnder(board: Element | null, { active }: DragMoveEvent, job: BoardJob): number {
  const rect = active.rect.current.translated
  if (!rect) return job.bayId
  const middle = rect.left + rect.width / 2
  const head = bayHeads(board).find((each) => {
    const { left, right } = each.getBoundingClientRect()
    return middle >= left && middle < right
  })
  return head ? Number(head.dataset['bay']) : job.bayId
}

/** A day: down is later, by quarters of an hour, and right is another bay. */
export const dayGeometry: DragGeometry = {
  modify: (board, { transform, draggingNodeRect }) => {
    const quarter = quarterMinutes * pixelsPerMinute()
    const y = Math.round(transform.y / quarter) * quarter
    const grid = board?.getBoundingClientRect()
    if (!grid || !draggingNodeRect) return { ...transform, y }
    return { ...transform, x: withinEdges(transform.x, draggingNodeRect, grid), y }
  },
  step: (board, event, { currentCoordinates: { x, y } }) => {
    const quarter = quarterMinutes * pixelsPerMinute()
    const width = bayHeads(board)[0]?.offsetWidth ?? 0
    const steps: Record<string, { x: number; y: number }> = {
      ArrowUp: { x, y: y - quarter },
      ArrowDown: { x, y: y + quarter },
      ArrowLeft: { x: x - width, y },
      ArrowRight: { x: x + width, y },
    }
    const next = steps[event.code]
    if (next) event.preventDefault()
    return next
  },
  placeOf: (board, event, { job, part }) => {
    const minutes = event.delta.y / pixelsPerMinute()
    if (part === 'end') return resizedBy(job, minutes)
    return movedBy(job, Math.abs(minutes) < quarterMinutes / 2 ? 0 : minutes, bayUnder(board, event, job))
  },
  instructions:
    'Space picks the job up, arrow keys move it by a quarter of an hour or to another bay, Enter drops it, Escape puts it back.',
}
