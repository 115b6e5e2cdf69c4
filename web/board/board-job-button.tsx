import type { ComponentProps } from 'react'
import { Check, TriangleAlert } from 'lucide-react'
import type { BoardJob } from '../../contract/admin/board.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import type { BadgeTone } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { jobStatusOf } from '../admin/admin-words.ts'
import { jobSentence, spanOf } from './board-words.ts'
import { openAppointment } from '../admin/open-appointment.ts'
import { nonBreakingHours } from '../ui/non-breaking.ts'

const looks: Record<BadgeTone, { block: string; word: string }> = {
  blue: { block: 'border-l-info bg-info-soft', word: 'text-info' },
  green: { block: 'border-l-good bg-good-soft', word: 'text-good' },
  amber: { block: 'border-l-warn bg-warn-soft', word: 'text-warn' },
  red: { block: 'border-l-bad bg-bad-soft', word: 'text-bad' },
  neutral: { block: 'border-l-line-strong bg-hover', word: 'text-muted' },
}

type JobButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'children'> & {
  job: BoardJob
  bayName: string
  isOutside: boolean
  /** `compact` leaves vehicle and package to the details. */
  size?: 'regular' | 'compact'
}

/** One job with time, customer, service and payment state. Opens its details. */
export function JobButton({ job, bayName, isOutside, size = 'regular', className, ...rest }: JobButtonProps) {
  const status = jobStatusOf(job)
  const { block, word } = looks[status.tone]
  const compact = size === 'compact'
  return (
    <button
      {...rest}
      type="button"
      data-job={job.appointmentId}
      aria-label={jobSentence(job, bayName, isOutside)}
      onClick={() => openAppointment(job.appointmentId)}
      className={classNames(
        'flex min-w-0 flex-col items-stretch overflow-hidden rounded-mark border-l-4 forced-colors:border-y forced-colors:border-r text-left text-ink transition-[filter] hover:brightness-95',
        compact ? 'gap-px px-2 py-1.5 text-fine leading-snug' : 'gap-0.5 px-3 py-2 text-sm',
        block,
        className,
      )}
    >
      <span className={classNames('font-medium tabular-nums', compact && 'text-xs')}>
        {nonBreakingHours(spanOf(job))}
      </span>
      <bdi className={classNames('text-left font-semibold', compact && 'truncate')}>{job.customerName}</bdi>
      {!compact && (
        <>
          <bdi className="text-left">{formatVehicle(job.vehicleInfo)}</bdi>
          <bdi className="text-left">{job.packageName}</bdi>
        </>
      )}
      <span className={classNames('flex items-center gap-1.5 text-xs font-semibold', word)}>
        <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
        {status.text}
        {job.isConfirmed && (
          <span className="ml-auto flex items-center gap-1 text-good">
            <Check className="size-3.5 shrink-0" aria-hidden="true" />
            {!compact && 'Confirmed'}
          </span>
        )}
      </span>
      {isOutside && (
        <span className="flex items-center gap-1.5 text-xs font-medium text-warn">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
          Outside hours
        </span>
      )}
    </button>
  )
}
