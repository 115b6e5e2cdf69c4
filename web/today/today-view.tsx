import { useState, type ReactNode } from 'react'
import { CircleCheck, Sun } from 'lucide-react'
import type { Attention, JobOfDay } from '../../contract/admin/attention.ts'
import { useAttention } from '../admin/admin-queries.ts'
import { AttentionItems } from '../admin/attention-items.tsx'
import { countProblems } from '../admin/attention-words.ts'
import { dayOf } from '../../contract/time.ts'
import { useEachNewDay, useServerNow } from '../appointments/server-clock.ts'
import { paths } from '../paths.ts'
import { LiveLine } from '../live/live-line.tsx'
import { useManagedShops } from '../shops/managed-shops.ts'
import { useZoneInView } from '../shops/zone-in-view.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChargeAll } from './charge-all.tsx'
import type { SplitJobs } from './chargeable-jobs.ts'
import { JobLine, JobRow } from './job-row.tsx'
import { sortDay } from './sort-day.ts'
import { countUnpaid, isReadyUnpaid, unchargedJobs } from './uncharged-jobs.ts'
import { emptySentences, figuresLine } from './today-words.ts'

const ChargeAllDialog = lazyComponent(
  () => import('./charge-all-dialog.tsx').then((module) => module.ChargeAllDialog),
  () => null,
)

/** The day of a shop: everything that needs a person, and its jobs by what happens next. */
export function TodayView({ showsShops }: { showsShops: boolean }) {
  const attention = useAttention()
  const now = useServerNow()
  const shops = useManagedShops().data
  useEachNewDay(
    shops?.map(({ timeZone }) => timeZone),
    () => void attention.refetch(),
  )
  // Here, because the section of the jobs leaves once all of them are charged.
  const [charging, setCharging] = useState<SplitJobs | null>(null)
  return (
    <>
      <QueryState query={attention} loading="Loading today..." shape={<DayPlaces />}>
        {(data) =>
          now === null ? (
            <DayPlaces />
          ) : (
            <Day
              attention={data}
              now={now}
              showsShops={showsShops && shops?.length !== 1}
              onChargeAll={setCharging}
            />
          )
        }
      </QueryState>
      {charging !== null && <ChargeAllDialog split={charging} onClose={() => setCharging(null)} />}
    </>
  )
}

function DayPlaces() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

type DayProps = {
  attention: Attention
  now: number
  showsShops: boolean
  onChargeAll: (split: SplitJobs) => void
}

function Day({ attention, now, showsShops, onChargeAll }: DayProps) {
  const { tomorrow, tomorrowTotal } = attention
  const uncharged = unchargedJobs(attention)
  const { inShop, due, ready, soon, later, figures } = sortDay(attention, now)
  const problemCount = countProblems(attention)
  const rows = (jobs: readonly JobOfDay[]) =>
    jobs.map((job) => (
      <JobRow
        key={job.appointmentId}
        job={job}
        showsShop={showsShops}
        dated={dayOf(Date.parse(job.appointmentDate), job.timeZone) !== dayOf(now, job.timeZone)}
        charges={isReadyUnpaid(job)}
      />
    ))
  const empty = emptySentences({
    attention: problemCount,
    inShop: inShop.length + ready.length,
    arriving: due.length + soon.length + later.length,
    unpaid: countUnpaid(attention),
    tomorrow: tomorrow.length,
  })
  const hasNothing = problemCount + figures.jobs + uncharged.count + tomorrow.length === 0
  if (hasNothing)
    return (
      <EmptyState icon={<Sun />} title="No jobs today or tomorrow, and nothing needs attention.">
        <ButtonLink href={paths.admin} variant="secondary">
          View upcoming appointments
        </ButtonLink>
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="-mt-2 text-ui text-muted tabular-nums">{figuresLine(figures)}</p>
      {problemCount > 0 && (
        <Part title="Needs attention" count={problemCount}>
          <div className="px-4 pt-1 pb-3">
            <AttentionItems attention={attention} showsShop={showsShops} />
          </div>
        </Part>
      )}
      {inShop.length > 0 && (
        <Part title="In the shop now" count={inShop.length}>
          <ul>{rows(inShop)}</ul>
        </Part>
      )}
      {due.length > 0 && (
        <Part title="Expected by now" count={due.length}>
          <ul>{rows(due)}</ul>
        </Part>
      )}
      {ready.length > 0 && (
        <Part title="Ready for pickup" count={ready.length}>
          <ul>{rows(ready)}</ul>
        </Part>
      )}
      {soon.length + later.length > 0 && (
        <Part title="Arriving" count={soon.length + later.length}>
          {soon.length > 0 && <Stretch title="In the next 2 hours">{rows(soon)}</Stretch>}
          {later.length > 0 && <Stretch title="Later today">{rows(later)}</Stretch>}
        </Part>
      )}
      {uncharged.count > 0 && (
        <Part
          title="Done, not charged"
          count={uncharged.count}
          action={<ChargeAll jobs={uncharged.jobs} onPress={onChargeAll} />}
        >
          <ul>
            {uncharged.jobs.map((job) => (
              <JobRow key={job.appointmentId} job={job} showsShop={showsShops} dated charges />
            ))}
          </ul>
        </Part>
      )}
      {tomorrow.length > 0 && (
        <Part title="Tomorrow" count={tomorrowTotal}>
          <ul>
            {tomorrow.map((job) => (
              <JobLine key={job.appointmentId} job={job} showsShop={showsShops} />
            ))}
          </ul>
        </Part>
      )}
      {empty !== '' && (
        <p className="flex items-start gap-2.5 text-ui text-muted">
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
          {empty}
        </p>
      )}
    </div>
  )
}

type PartProps = { title: string; count: number; action?: ReactNode; children: ReactNode }

function Part({ title, count, action, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="flex items-baseline gap-2 text-base font-semibold">
          {title} <span className="text-sm font-medium text-muted tabular-nums">{count}</span>
        </h2>
        {action}
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-lift">{children}</div>
    </section>
  )
}

function Stretch({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="border-b border-line bg-sunken px-4 py-1 text-fine font-medium text-muted">{title}</h3>
      <ul className="[&:not(:last-child)]:border-b [&:not(:last-child)]:border-line">{children}</ul>
    </>
  )
}

/** Beside the heading: how fresh the page is. */
export function TodayActions() {
  return <LiveLine timeZone={useZoneInView()} />
}
