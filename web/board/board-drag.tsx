import { createContext, use, useState, type ReactNode, type RefObject } from 'react'
import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type DragMoveEvent,
  type KeyboardCoordinateGetter,
  type Modifier,
} from '@dnd-kit/core'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { quarterMinutes } from '../../contract/admin/move-times.ts'
import { isSamePlace, movedBy, placeWords, resizedBy, warningFor, type Place } from './move-proposal.ts'
import { setMove } from './move-store.ts'

/** Height of an hour in rem; the row classes of the day use the same value. */
export const hourHeight = 3.75

/** A dragged job, or its dragged lower edge. */
export type Dragged = { job: BoardJob; part: 'job' | 'end' }

/** Whether a job is being dragged, by the pointer or by keys. */
const DraggingContext = createContext(false)
export const useIsDragging = (): boolean => use(DraggingContext)

/** Pixels of a minute of the day. */
export function pixelsPerMinute(): number {
  return (hourHeight * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 60
}

function draggedOf(event: DragMoveEvent): Dragged {
  return event.active.data.current as Dragged
}

type BoardDragProps = {
  board: Board
  /** Holds the headings of the bays, which tell the bay under a dragged job. */
  holder: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Makes the jobs of a day draggable, by pointer, touch and keys. A drop asks before it counts. */
export function BoardDrag({ board, holder, children }: BoardDragProps) {
  const [isDragging, setDragging] = useState(false)
  const [announced, setAnnounced] = useState('')
  const bayHeads = () => [...(holder.current?.querySelectorAll<HTMLElement>('[data-bay]') ?? [])]
  // A dragged job goes by quarters of an hour, and stays beside the edges of the board.
  const withinGrid: Modifier = ({ transform, draggingNodeRect }) => {
    const quarter = quarterMinutes * pixelsPerMinute()
    const y = Math.round(transform.y / quarter) * quarter
    const grid = holder.current?.getBoundingClientRect()
    if (!grid || !draggingNodeRect) return { ...transform, y }
    const { left, right } = draggingNodeRect
    return { ...transform, x: Math.min(Math.max(transform.x, grid.left - left), grid.right - right), y }
  }
  const byKeys: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) => {
    const quarter = quarterMinutes * pixelsPerMinute()
    const width = bayHeads()[0]?.offsetWidth ?? 0
    const steps: Record<string, { x: number; y: number }> = {
      ArrowUp: { x, y: y - quarter },
      ArrowDown: { x, y: y + quarter },
      ArrowLeft: { x: x - width, y },
      ArrowRight: { x: x + width, y },
    }
    const next = steps[event.code]
    if (next) event.preventDefault()
    return next
  }
  const sensors = useSensors(
    // A press without a way opens the job.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: byKeys,
      keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape'] },
    }),
  )

  /** The bay below the middle of the dragged job. */
  const bayUnder = ({ active }: DragMoveEvent, job: BoardJob): number => {
    const rect = active.rect.current.translated
    if (!rect) return job.bayId
    const middle = rect.left + rect.width / 2
    const head = bayHeads().find((each) => {
      const { left, right } = each.getBoundingClientRect()
      return middle >= left && middle < right
    })
    return head ? Number(head.dataset['bay']) : job.bayId
  }
  const placeOf = (event: DragMoveEvent): Place => {
    const { job, part } = draggedOf(event)
    const minutes = event.delta.y / pixelsPerMinute()
    if (part === 'end') return resizedBy(job, minutes)
    return movedBy(job, Math.abs(minutes) < quarterMinutes / 2 ? 0 : minutes, bayUnder(event, job))
  }
  const drop = (event: DragEndEvent) => {
    setDragging(false)
    setAnnounced('')
    const { job } = draggedOf(event)
    const to = placeOf(event)
    if (!isSamePlace(job, to)) propose(board, job, to)
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${(active.data.current as Dragged).job.customerName}.`,
    // The place is announced as it changes, below.
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => `${(active.data.current as Dragged).job.customerName} stays where it was.`,
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={[withinGrid]}
      autoScroll={{ threshold: { x: 0, y: 0.15 } }}
      onDragStart={() => {
        setMove(null)
        setDragging(true)
      }}
      onDragMove={(event) => setAnnounced(placeWords(placeOf(event), board.bays))}
      onDragEnd={drop}
      onDragCancel={() => setDragging(false)}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Space picks the job up, arrow keys move it by a quarter of an hour or to another bay, Enter drops it, Escape puts it back.',
        },
      }}
    >
      <DraggingContext value={isDragging}>{children}</DraggingContext>
      <output className="sr-only">{announced}</output>
    </DndContext>
  )
}

/** Asks whether a job moves to a place, or says what stands in the way there. */
export function propose(board: Board, job: BoardJob, to: Place): void {
  const warning = warningFor(to, job.appointmentId, board)
  if (warning?.isTaken) return setMove({ step: 'refused', sentence: warning.sentence })
  const { appointmentId, customerName, placement, day, startMinutes, endMinutes, bayId } = job
  setMove({
    step: 'asked',
    move: {
      appointmentId,
      customerName,
      placement,
      bays: board.bays,
      from: { day, startMinutes, endMinutes, bayId },
      to,
    },
    warning: warning?.sentence ?? null,
  })
}
