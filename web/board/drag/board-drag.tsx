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
import type { Board, BoardJob } from '../../../contract/admin/board.ts'
import { isSamePlace, placeWords, warningFor, type Place } from '../move-proposal.ts'
import { setMove } from '../move-store.ts'
import type { Dragged, DragGeometry } from './drag-geometry.ts'

/** Whether a job is being dragged, by the pointer or by keys. */
const DraggingContext = createContext(false)
export const useIsDragging = (): boolean => use(DraggingContext)

/** The place at which a dragged job would be dropped. */
const DropContext = createContext<Place | null>(null)
export const useDropPlace = (): Place | null => use(DropContext)

function draggedOf({ active }: Pick<DragMoveEvent, 'active'>): Dragged {
  return active.data.current as Dragged
}

type BoardDragProps = {
  board: Board
  /** The element around the grid. */
  holder: RefObject<HTMLElement | null>
  geometry: DragGeometry
  children: ReactNode
}

/** Makes the jobs of the board draggable, by pointer, touch and keys. A drop asks before it counts. */
export function BoardDrag({ board, holder, geometry, children }: BoardDragProps) {
  const [isDragging, setDragging] = useState(false)
  const [place, setPlace] = useState<Place | null>(null)
  const modify: Modifier = (moved) => geometry.modify(holder.current, moved)
  const step: KeyboardCoordinateGetter = (event, pressed) => geometry.step(holder.current, event, pressed)
  const placeOf = (event: DragMoveEvent) => geometry.placeOf(holder.current, event, draggedOf(event))
  const sensors = useSensors(
    // A press without a movement opens the job.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: step,
      keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape'] },
    }),
  )
  const end = () => {
    setDragging(false)
    setPlace(null)
  }
  const follow = (event: DragMoveEvent) => {
    const next = placeOf(event)
    setPlace((last) => (last && isSamePlace(last, next) ? last : next))
  }
  const drop = (event: DragEndEvent) => {
    end()
    const { job } = draggedOf(event)
    const to = placeOf(event)
    if (!isSamePlace(job, to)) propose(board, job, to)
  }
  const announcements: Announcements = {
    onDragStart: (event) => `Picked up ${draggedOf(event).job.customerName}.`,
    // The place is announced as it changes, below.
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: (event) => `${draggedOf(event).job.customerName} stays where it was.`,
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={[modify]}
      autoScroll={{ threshold: { x: 0, y: 0.15 } }}
      onDragStart={() => {
        setMove(null)
        setDragging(true)
      }}
      onDragMove={follow}
      onDragEnd={drop}
      onDragCancel={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: geometry.instructions } }}
    >
      <DraggingContext value={isDragging}>
        <DropContext value={place}>{children}</DropContext>
      </DraggingContext>
      <output className="sr-only">{place && placeWords(place, board.bays)}</output>
    </DndContext>
  )
}

/** Asks whether a job moves to a place, or says what stands in the way there. */
export function propose(board: Board, job: BoardJob, to: Place): void {
  const warning = warningFor(to, job.appointmentId, board)
  if (warning?.isTaken) return setMove({ step: 'refused', sentence: warning.sentence })
  const { appointmentId, customerName, toldBy, placement, day, startMinutes, endMinutes, bayId } = job
  setMove({
    step: 'asked',
    move: {
      appointmentId,
      customerName,
      toldBy,
      placement,
      bays: board.bays,
      from: { day, startMinutes, endMinutes, bayId },
      to,
    },
    warning: warning?.sentence ?? null,
  })
}
