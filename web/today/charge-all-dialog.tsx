import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { JobOfDay } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { formatMoment, theCard } from '../admin/admin-words.ts'
import { call, CallError } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import type { SplitJobs } from './chargeable-jobs.ts'
import { chargeJobs, type Outcome } from './charge-jobs.ts'
import { leftOutSentences } from './left-out-words.ts'

type ChargeAllDialogProps = { split: SplitJobs; onClose: () => void }

/**
 * Lists the jobs to charge, charges the chosen ones one after another, and says what came of each, and how
 * many are left out.
 */
export function ChargeAllDialog({ split, onClose }: ChargeAllDialogProps) {
  const { chargeable: jobs } = split
  const keepButton = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [offline, setOffline] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(jobs.map((job) => job.appointmentId)),
  )
  // The price of a job that changed meanwhile is read again; another press charges that one.
  const [newDues, setNewDues] = useState<Readonly<Record<string, number>>>({})
  const dueOf = (job: JobOfDay) => newDues[job.appointmentId] ?? job.dueCents
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((each) => each !== id)))
  const left = jobs.filter(({ appointmentId: id }) => chosen.has(id) && outcomes[id] !== 'charged')
  const total = left.reduce((sum, job) => sum + dueOf(job), 0)
  const capture = async (job: JobOfDay) => {
    const id = job.appointmentId
    try {
      await call('admin.capturePayment', { params: { id }, body: { seenDueCents: dueOf(job) } })
    } catch (error) {
      const price = isPriceChanged(error)
        ? await call('price.find', { params: { id } }).catch(() => null)
        : null
      if (price !== null) setNewDues((before) => ({ ...before, [id]: price.dueCents }))
      throw error
    }
  }
  const charge = () =>
    run(async () => {
      setOffline(null)
      const problem = await chargeJobs(left, {
        capture,
        note: ({ appointmentId: id }, outcome) => setOutcomes((before) => ({ ...before, [id]: outcome })),
      })
      setOffline(problem)
      await queries.invalidateQueries()
    })
  const isOver = left.length === 0 && Object.keys(outcomes).length > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title={isOver ? 'All charged' : titleOf(left.length)}
      initialFocus={keepButton}
      footer={
        <>
          <Button ref={keepButton} variant="secondary" disabled={busy} onClick={onClose}>
            {isOver ? 'Close' : 'Don’t charge'}
          </Button>
          {!isOver && (
            <Button
              disabled={left.length === 0}
              busy={busy}
              busyText="Charging..."
              onClick={() => void charge()}
            >
              Charge {formatCents(total)}
            </Button>
          )}
        </>
      }
    >
      <ul aria-live="polite">
        {jobs.map((job) => (
          <li key={job.appointmentId} className="border-b border-line py-2.5 last:border-b-0">
            <div className="flex items-baseline justify-between gap-4">
              <Checkbox
                label={<bdi className="min-w-0 font-medium wrap-anywhere">{job.customerName}</bdi>}
                checked={chosen.has(job.appointmentId)}
                disabled={busy || outcomes[job.appointmentId] === 'charged'}
                onChange={(isChosen) => choose(job.appointmentId, isChosen)}
              />
              <span className="font-medium tabular-nums">{formatCents(dueOf(job))}</span>
            </div>
            <p className="text-sm text-muted">
              {nonBreakingHours(formatMoment(job.appointmentDate, job.timeZone))} · {theCard(job.card)}
            </p>
            <Result outcome={outcomes[job.appointmentId]} />
          </li>
        ))}
      </ul>
      {offline !== null && (
        <Alert tone="bad" className="mt-3">
          {offline}
        </Alert>
      )}
      {leftOutSentences(split).map((sentence) => (
        <p key={sentence} className="mt-3 text-sm font-medium text-warn">
          {sentence}
        </p>
      ))}
    </Dialog>
  )
}

const isPriceChanged = (error: unknown) => error instanceof CallError && error.code === 'price_changed'

function titleOf(count: number): string {
  if (count === 0) return 'Charge which finished jobs?'
  return `Charge ${count} finished ${count === 1 ? 'job' : 'jobs'}?`
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined) return null
  if (outcome === 'charged')
    return (
      <p className="flex items-center gap-1.5 text-sm font-medium text-good">
        <CircleCheck className="size-4" aria-hidden="true" />
        Charged
      </p>
    )
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium text-bad">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {outcome.problem}
    </p>
  )
}
