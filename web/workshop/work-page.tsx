import { useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import type { User, Workplace } from '../../contract/identity/identity.ts'
import { standingAt } from '../../contract/identity/workplaces.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import type { WorkJob } from '../../contract/workshop/work.ts'
import { SecondFactorGate, useLacksSecondFactor } from '../admin/second-factor-gate.tsx'
import { createQueryClient } from '../appointments/queries.ts'
import { useEachNewDay } from '../appointments/server-clock.ts'
import { useSession } from '../identity/session.ts'
import { Page } from '../layout/page.tsx'
import { useLiveQueries } from '../live/use-live-queries.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useCurrentShop } from '../workspace/current-shop.ts'
import { WorkspacePage } from '../workspace/workspace-page.tsx'
import { Workspace } from '../workspace/workspace.tsx'
import { JobCard } from './job-card.tsx'
import { groupJobs } from './job-words.ts'
import { useUndoableJob } from './offline-queue/last-step.ts'
import { OfflineStrip } from './offline-queue/offline-strip.tsx'
import { useWork } from './work-queries.ts'

const CalendarFeeds = lazyComponent(
  () => import('../feeds/calendar-feeds.tsx').then((module) => module.CalendarFeeds),
  () => <Skeleton className="h-40" />,
)

const title = 'My jobs'

/** The day of a technician: the jobs of today at the shop, and the own coming ones. */
export function WorkPage() {
  const [queryClient] = useState(createQueryClient)
  const session = useSession()
  const shop = useCurrentShop(
    session.state === 'signed-in' ? session.user : { role: 'customer', workplaces: [] },
  )
  if (session.state !== 'signed-in') return null
  if (!shop) return <ForPeopleOfShops />
  return (
    <QueryClientProvider client={queryClient}>
      <Jobs key={`${session.user.id} ${shop.shopId}`} user={session.user} shop={shop} />
    </QueryClientProvider>
  )
}

function ForPeopleOfShops() {
  return (
    <Page title={title}>
      <EmptyState title="This page is for people who work at a shop. If you did, your access has ended.">
        <ButtonLink href={paths.landing}>Home</ButtonLink>
      </EmptyState>
    </Page>
  )
}

function Jobs({ user, shop }: { user: User; shop: Workplace }) {
  const standing = standingAt(user, shop.shopId)
  useLiveQueries(user.id, useLacksSecondFactor(user) === false && isAllowed(standing, 'live.watch'))
  return (
    <Workspace user={user} standing={standing} shop={shop} place="work">
      <SecondFactorGate user={user} title={title}>
        <WorkspacePage title={title}>
          {isAllowed(standing, 'work.read') ? (
            <>
              <OfflineStrip userId={user.id} />
              <JobList shopId={shop.shopId} userId={user.id} />
              <section aria-label="Your calendar" className="mt-8 max-w-3xl">
                <h2 className="mb-2 text-sm font-semibold text-muted">Your calendar</h2>
                <Card>
                  <CalendarFeeds shopId={shop.shopId} />
                </Card>
              </section>
            </>
          ) : (
            <EmptyState title="Your shop is suspended. Its jobs are under Appointments." />
          )}
        </WorkspacePage>
      </SecondFactorGate>
    </Workspace>
  )
}

function JobList({ shopId, userId }: { shopId: number; userId: string }) {
  const work = useWork(shopId)
  const undoable = useUndoableJob()
  const zone = work.data?.[0]?.timeZone
  useEachNewDay(zone === undefined ? undefined : [zone], () => void work.refetch())
  return (
    <QueryState
      query={work}
      loading="Loading your jobs..."
      shape={<Skeleton className="h-64 rounded-card" />}
    >
      {(jobs) => {
        const { today, others, done, later } = groupJobs(jobs, undoable)
        const next = today[0]?.appointmentId ?? null
        const none =
          done.length > 0
            ? 'Nothing left to do today.'
            : others.length === 0
              ? 'No jobs today.'
              : 'All of today’s jobs are taken.'
        const shown = { userId, next }
        return (
          <div className="grid max-w-3xl gap-6">
            <Group heading="Today" none={none} jobs={today} {...shown} />
            <Group heading="Taken by others" none={null} jobs={others} {...shown} />
            <Group heading="Done today" none={null} jobs={done} {...shown} />
            <Group heading="Later, yours" none={null} jobs={later} {...shown} />
          </div>
        )
      }}
    </QueryState>
  )
}

type GroupProps = {
  heading: string
  none: string | null
  jobs: readonly WorkJob[]
  userId: string
  /** The job that is shown whole. */
  next: string | null
}

function Group({ heading, none, jobs, userId, next }: GroupProps) {
  if (jobs.length === 0 && none === null) return null
  return (
    <section aria-label={heading}>
      <h2 className="mb-2 text-sm font-semibold text-muted">{heading}</h2>
      {jobs.length === 0 ? (
        <EmptyState icon={<Wrench />} title={none ?? ''} />
      ) : (
        <ul className="grid gap-3">
          {jobs.map((job) => (
            <JobCard key={job.appointmentId} job={job} userId={userId} isNext={job.appointmentId === next} />
          ))}
        </ul>
      )}
    </section>
  )
}
