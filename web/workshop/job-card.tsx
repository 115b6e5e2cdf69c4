import { useState, type ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { isWorkDone, isWorkOver, type WorkState } from '../../contract/workshop/work-states.ts'
import type { WorkJob } from '../../contract/workshop/work.ts'
import { formatVehicle } from '../appointments/appointment-words.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { jobTime } from './job-words.ts'
import { useCanUndo } from './offline-queue/last-step.ts'
import { expectedState, expectedWorkOrder } from './offline-queue/offline-queue.ts'
import { useQueue } from './offline-queue/use-offline-queue.ts'
import { SignOffPart } from './sign-off/sign-off-part.tsx'
import { useTakeJob } from './work-queries.ts'
import { Checklist } from './work-order/checklist.tsx'
import { Mileage } from './work-order/mileage.tsx'
import { Notes } from './work-order/notes.tsx'
import { Part } from './work-order/part.tsx'
import { Photos } from './work-order/photos.tsx'
import { StateButtons } from './work-order/state-buttons.tsx'
import { WorkStateBadge } from './work-state-badge.tsx'

type JobCardProps = {
  job: WorkJob
  userId: string
  /** Whether the whole job is shown from the start: the next one. */
  isNext: boolean
}

/** One job: when and where, the car, its next step, and behind a press everything about the work. */
export function JobCard({ job, userId, isNext }: JobCardProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  // A job that was the next one stays open. One that moved to another list is open while it has an undo.
  const [wasNext, setWasNext] = useState(isNext)
  if (isNext && !wasNext) setWasNext(true)
  const queue = useQueue(userId)
  const { appointmentId } = job
  const state = expectedState(job.workOrder.state, appointmentId, queue)
  const canUndo = useCanUndo(appointmentId, state)
  const isOpen = choice ?? (wasNext || canUndo)
  const waits = queue.some(
    (each) =>
      each.kind === 'event' && each.appointmentId === appointmentId && each.isKept && each.refusal === null,
  )
  const expected = { ...job, workOrder: expectedWorkOrder(job.workOrder, appointmentId, queue) }
  return (
    <li className="rounded-card border border-line bg-surface shadow-lift" data-job-card={job.appointmentId}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChoice(!isOpen)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-card p-4 text-left sm:p-5"
      >
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className={classNames('font-semibold tabular-nums', isOpen ? 'text-xl' : 'text-lg')}>
            {jobTime(job)}
          </span>
          <bdi className="text-ui text-muted">{job.bayName}</bdi>
        </span>
        <ChevronDown
          className={classNames('size-6 text-muted transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
        <bdi className={classNames('font-semibold wrap-anywhere', isOpen ? 'text-2xl' : 'text-lg')}>
          {formatVehicle(job.vehicleInfo)}
        </bdi>
        <span className="col-span-full text-ui text-muted">{job.packageName}</span>
        <span className="col-span-full flex flex-wrap gap-2 pt-1">
          <WorkStateBadge state={state} waits={waits} />
          {job.awaitsFitment && <Badge tone="amber">Awaiting fitment check</Badge>}
          {job.technician !== null && !job.technician.isYou && <Badge>Taken by {job.technician.name}</Badge>}
          {job.technician?.isYou && <Badge tone="green">Yours</Badge>}
        </span>
      </button>
      {isOpen && <WholeJob job={expected} userId={userId} state={state} />}
    </li>
  )
}

function WholeJob({ job, userId, state }: { job: WorkJob; userId: string; state: WorkState }) {
  const { vehicleInfo, workOrder } = job
  const { notes, photos, signOff } = workOrder
  const fromCustomer = notes.filter(({ kind }) => kind === 'from_customer')
  const done = workOrder.checklist.filter(({ isDone }) => isDone).length
  return (
    <div className="grid gap-5 px-4 pb-5 sm:px-5">
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-ui">
        <Fact label="Chassis">{job.chassis ?? 'not known yet'}</Fact>
        <Fact label="Head unit">{job.headUnit ?? 'not known yet'}</Fact>
        <Fact label="VIN">
          {vehicleInfo.vin ? (
            <span className="font-mono text-sm wrap-anywhere">{vehicleInfo.vin}</span>
          ) : (
            'not given'
          )}
        </Fact>
        <Fact label="For">
          <bdi>{job.customerName}</bdi>
        </Fact>
      </dl>
      {fromCustomer.map((note) => (
        <p key={note.id} dir="auto" className="rounded-control bg-info-soft px-4 py-3 wrap-anywhere">
          <span className="block text-sm font-semibold text-info">The customer writes</span>
          {note.body}
        </p>
      ))}
      <StateButtons job={job} userId={userId} state={state} />
      {!isWorkOver(state) && <TakeButton job={job} />}
      <Section title={`Checklist, ${done} of ${workOrder.checklist.length}`}>
        <Checklist job={job} userId={userId} />
      </Section>
      <Section title="Check-in">
        <Mileage job={job} userId={userId} />
      </Section>
      <div className="grid gap-3">
        <Part title="What goes in">
          <ul className="list-disc pl-6">
            {job.packageParts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </Part>
        <Part title="Photos" count={photos.length}>
          <Photos job={job} />
        </Part>
        <Part title="Notes" count={notes.length}>
          <Notes job={job} userId={userId} />
        </Part>
        <Part title="Sign-off" count={signOff ? 'signed' : 0} isOpen={isWorkDone(state)}>
          <SignOffPart job={job} state={state} />
        </Part>
      </div>
    </div>
  )
}

function TakeButton({ job }: { job: WorkJob }) {
  const taking = useTakeJob()
  const { technician } = job
  if (technician !== null && !technician.isYou) return null
  return (
    // One button, so that the focus stays on it.
    <Button
      variant={technician === null ? 'secondary' : 'ghost'}
      busy={taking.isPending}
      busyText={technician === null ? 'Taking...' : 'Giving back...'}
      onClick={() => taking.mutate({ id: job.appointmentId, take: technician === null })}
    >
      {technician === null ? 'Take this job' : 'Give it back'}
    </Button>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
