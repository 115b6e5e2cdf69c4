import { memo, type ComponentProps } from 'react'
import { Check } from 'lucide-react'
import type { BoardJob } from '../../contract/admin/board.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { classNames } from '../ui/class-names.ts'
import { spanOf } from './board-words.ts'
import { openAppointment } from '../admin/open-appointment.ts'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { jobSentence } from './look/job-sentence.ts'
import { JobMarks, stateLooks } from './look/job-marks.tsx'
import { jobStateOf, jobStateWords, outsideHours, type PlaceFacts } from './look/job-state.ts'

type JobButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'children'> & {
  job: BoardJob
  bayName: string
  place: PlaceFacts
  /** `compact` leaves vehicle and package to the details. */
  size?: 'regular' | 'compact'
}

/** One job with time, customer, service and state. Opens its details. */
export function JobButton({ job, bayName, place, size = 'regular', className, ...rest }: JobButtonProps) {
  const { state } = jobStateOf(job, place)
  const compact = size === 'compact'
  return (
    <button
      {...rest}
      type="button"
      data-job={job.appointmentId}
      data-state={state}
      aria-label={jobSentence(job, bayName, place)}
      onClick={() => openAppointment(job.appointmentId)}
      className={classNames(
        'flex min-w-0 flex-col items-stretch overflow-hidden rounded-mark border-l-4 forced-colors:border-y forced-colors:border-r text-left text-ink hover:brightness-95 active:brightness-90',
        compact ? 'gap-px px-2 py-1.5 text-fine leading-snug' : 'gap-0.5 px-3 py-2 text-sm',
        stateLooks[state].block,
        className,
      )}
    >
      <JobContent job={job} isOutside={place.isOutside} isBayOut={place.isBayOut} isCompact={compact} />
    </button>
  )
}

type JobContentProps = PlaceFacts & { job: BoardJob; isCompact: boolean }

// A drag renders the button of each job anew, which must not cost its content.
const JobContent = memo(function JobContent({ job, isCompact, ...place }: JobContentProps) {
  const { state, reasons } = jobStateOf(job, place)
  const { text, icon: Icon } = stateLooks[state]
  const marks = <JobMarks job={job} isCompact={isCompact} />
  return (
    <>
      <span className="flex items-start gap-2">
        <span className={classNames('min-w-0 font-medium tabular-nums', isCompact && 'text-xs')}>
          {nonBreakingHours(spanOf(job))}
        </span>
        {!isCompact && marks}
      </span>
      <bdi className={classNames('text-left font-semibold', isCompact && 'truncate')}>{job.customerName}</bdi>
      {!isCompact && (
        <>
          <bdi className="text-left">{formatVehicle(job.vehicleInfo)}</bdi>
          <bdi className="text-left">{job.packageName}</bdi>
        </>
      )}
      <span className="flex flex-wrap items-center gap-x-1 gap-y-px text-xs font-semibold">
        {(reasons.length > 0 ? reasons : [jobStateWords[state]]).map((words) => (
          <span key={words} className={classNames('flex min-w-0 items-center gap-1', text)}>
            <Icon className="size-3.5 shrink-0" aria-hidden="true" />
            {words}
          </span>
        ))}
        {job.isConfirmed && (
          <span className="ml-auto flex items-center gap-1 text-good">
            <Check className="size-3.5 shrink-0" aria-hidden="true" />
            {!isCompact && 'Confirmed'}
          </span>
        )}
        {isCompact && marks}
      </span>
      {place.isOutside && !reasons.includes(outsideHours) && (
        <span className="text-xs font-medium text-muted">{outsideHours}</span>
      )}
    </>
  )
})
