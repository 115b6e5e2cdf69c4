import type { WorkJob } from '../../contract/workshop/work.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { jobTime } from './job-words.ts'
import { useTakeJob } from './work-queries.ts'

/** One job: when and where, the car, what is built in, and who does it. */
export function JobCard({ job }: { job: WorkJob }) {
  const taking = useTakeJob()
  const { technician } = job
  const press = (take: boolean) => taking.mutate({ id: job.appointmentId, take })
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-lift sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-lg font-semibold tabular-nums">{jobTime(job)}</p>
        <p className="text-ui text-muted">
          <bdi>{job.bayName}</bdi>
        </p>
      </div>
      <div>
        <p className="text-xl font-semibold wrap-anywhere">
          <bdi>{formatVehicle(job.vehicleInfo)}</bdi>
        </p>
        <p className="text-ui text-muted">
          VIN: {job.vehicleInfo.vin || 'not given'}
          {job.headUnit !== null && ` · Head unit ${job.headUnit}`}
        </p>
        <p className="mt-1 text-ui">
          For <bdi className="font-medium">{job.customerName}</bdi>
        </p>
      </div>
      <details>
        <summary className="min-h-8 cursor-pointer text-ui font-medium">{job.packageName}</summary>
        <ul className="mt-1 list-disc pl-6 text-ui text-muted">
          {job.packageFeatures.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-2">
          {job.awaitsFitment && <Badge tone="amber">Awaiting fitment check</Badge>}
          {technician !== null && (
            <Badge tone={technician.isYou ? 'green' : 'neutral'}>
              {technician.isYou ? 'Yours' : `Taken by ${technician.name}`}
            </Badge>
          )}
        </div>
        {/* One button, so that the focus stays on it. */}
        {(technician === null || technician.isYou) && (
          <Button
            variant={technician === null ? 'primary' : 'secondary'}
            busy={taking.isPending}
            busyText={technician === null ? 'Taking...' : 'Giving back...'}
            className="max-sm:w-full"
            onClick={() => press(technician === null)}
          >
            {technician === null ? 'Take this job' : 'Give it back'}
          </Button>
        )}
      </div>
    </li>
  )
}
