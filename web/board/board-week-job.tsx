import { useDraggable } from '@dnd-kit/core'
import type { ComponentProps } from 'react'
import type { BoardJob } from '../../contract/admin/board.ts'
import { isBookedJob } from '../admin/booked-job.ts'
import { useMay } from '../identity/standing.ts'
import { classNames } from '../ui/class-names.ts'
import { JobButton } from './board-job-button.tsx'
import type { Dragged } from './drag/drag-geometry.ts'

type WeekJobProps = Pick<ComponentProps<typeof JobButton>, 'bayName' | 'place'> & {
  job: BoardJob
  /** Whether the question about its move is open. */
  isProposed: boolean
  stop: Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus'> & { 'data-stop': string }
}

/** A job in a week of the board. A booked one can be dragged to another day or bay, at its time of day. */
export function WeekJob({ job, isProposed, stop, ...rest }: WeekJobProps) {
  const mayMove = useMay('appointment.move')
  const disabled = !mayMove || !isBookedJob(job.paymentStatus, job.holdState)
  const { setNodeRef, listeners, attributes, transform, isDragging } = useDraggable({
    id: job.appointmentId,
    data: { job, part: 'job' } satisfies Dragged,
    disabled,
  })
  return (
    <JobButton
      {...rest}
      {...stop}
      ref={setNodeRef}
      {...listeners}
      size="compact"
      aria-describedby={disabled ? undefined : attributes['aria-describedby']}
      job={job}
      className={classNames(
        'relative focus-visible:-outline-offset-2',
        !disabled && 'cursor-grab active:cursor-grabbing',
        isDragging && 'z-30 shadow-float',
        isProposed && 'outline-2 outline-offset-1 outline-ember outline-dashed',
      )}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined }}
    />
  )
}
