import { isBookedJob } from '../admin/booked-job.ts'
import { useDraggable } from '@dnd-kit/core'
import type { ComponentProps } from 'react'
import type { BoardJob } from '../../contract/admin/board.ts'
import { useMay } from '../identity/standing.ts'
import { classNames } from '../ui/class-names.ts'
import { JobButton } from './board-job-button.tsx'
import { hourHeight, pixelsPerMinute } from './drag/day-geometry.ts'
import type { Dragged } from './drag/drag-geometry.ts'
import { movedBy, resizedBy } from './move-proposal.ts'

type DayJobProps = Pick<ComponentProps<typeof JobButton>, 'bayName' | 'place'> & {
  job: BoardJob
  /** Minutes since midnight at the upper edge of its cell. */
  top: number
  /** Whether the question about its move is open. */
  isProposed: boolean
  stop: Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus'> & { 'data-stop': string }
}

const remOf = (minutes: number): string => `${(minutes / 60) * hourHeight}rem`

/** A job in a day of the board. A booked one can be dragged to another time or bay, and at its lower edge. */
export function DayJob({ job, top, isProposed, stop, ...rest }: DayJobProps) {
  const mayMove = useMay('appointment.move')
  const disabled = !mayMove || !isBookedJob(job.paymentStatus, job.holdState)
  const {
    setNodeRef: setJob,
    listeners: jobListeners,
    attributes,
    transform,
    isDragging: isMoving,
  } = useDraggable({
    id: job.appointmentId,
    data: { job, part: 'job' } satisfies Dragged,
    disabled,
  })
  const {
    setNodeRef: setEnd,
    listeners: endListeners,
    transform: stretch,
    isDragging: isResizing,
  } = useDraggable({
    id: `${job.appointmentId} end`,
    data: { job, part: 'end' } satisfies Dragged,
    disabled,
  })
  const isDragging = isMoving || isResizing
  const y = transform?.y ?? 0
  const longer = stretch?.y ?? 0
  const shown = isDragging
    ? isResizing
      ? resizedBy(job, longer / pixelsPerMinute())
      : movedBy(job, y / pixelsPerMinute(), job.bayId)
    : job
  return (
    <>
      <JobButton
        {...rest}
        {...stop}
        ref={setJob}
        {...jobListeners}
        aria-describedby={disabled ? undefined : attributes['aria-describedby']}
        job={isDragging ? { ...job, ...shown, bayId: job.bayId } : job}
        className={classNames(
          'absolute inset-x-1 focus-visible:-outline-offset-2',
          !disabled && 'cursor-grab active:cursor-grabbing',
          isDragging && 'z-30 shadow-float',
          isProposed && 'outline-2 outline-offset-1 outline-ember outline-dashed',
        )}
        style={{
          top: `calc(${remOf(job.startMinutes - top)} + 2px)`,
          height: `calc(${remOf(job.endMinutes - job.startMinutes)} - 5px + ${longer}px)`,
          transform: transform ? `translate3d(${transform.x}px, ${y}px, 0)` : undefined,
        }}
      />
      {!disabled && (
        <span
          ref={setEnd}
          {...endListeners}
          aria-hidden="true"
          data-resize={job.appointmentId}
          className="absolute inset-x-4 z-10 h-2.5 cursor-ns-resize touch-none rounded-full hover:bg-line-strong/60"
          style={{ top: `calc(${remOf(job.endMinutes - top)} - 10px + ${longer}px)` }}
        />
      )}
    </>
  )
}
