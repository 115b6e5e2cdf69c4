import { useQuery } from '@tanstack/react-query'
import type { BlockPreview } from '../../contract/blocks/blocks.ts'
import { formatMoment } from '../admin/admin-words.ts'
import { openAppointment } from '../admin/open-appointment.ts'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'

type Wanted = { shopId: number; bayIds: number[]; from: string; to: string; weekly: boolean }

type JobsInTheWayProps = { wanted: Wanted; timeZone: string; onOpen: () => void }

/** The jobs that lie in the time of a new block, each with a way to move it. */
export function JobsInTheWay({ wanted, timeZone, onOpen }: JobsInTheWayProps) {
  const preview = useQuery({
    queryKey: ['block-preview', JSON.stringify(wanted)],
    queryFn: ({ signal }) => call('blocks.preview', { body: wanted, signal }),
    staleTime: 0,
  })
  return (
    <QueryState query={preview} loading="Loading the jobs...">
      {({ jobs, total }) => (
        <Jobs jobs={jobs} more={total - jobs.length} timeZone={timeZone} onOpen={onOpen} />
      )}
    </QueryState>
  )
}

type JobsProps = { jobs: BlockPreview['jobs']; more: number; timeZone: string; onOpen: () => void }

function Jobs({ jobs, more, timeZone, onOpen }: JobsProps) {
  return (
    <ul aria-label="Jobs in the way" className="grid">
      {jobs.map((job) => (
        <li
          key={job.appointmentId}
          className="flex items-center justify-between gap-3 border-b border-line py-2 text-ui last:border-b-0"
        >
          <span className="min-w-0">
            <bdi className="font-medium">{job.customerName}</bdi>
            <span className="block text-sm text-muted">
              {formatMoment(job.appointmentDate, timeZone)}, <bdi>{job.bayName}</bdi>
            </span>
          </span>
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              onOpen()
              openAppointment(job.appointmentId)
            }}
          >
            Move<span className="sr-only"> {job.customerName}</span>
          </Button>
        </li>
      ))}
      {more > 0 && <li className="py-2 text-sm text-muted">and {more} more</li>}
    </ul>
  )
}
