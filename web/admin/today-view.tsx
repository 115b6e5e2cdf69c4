import { LiveLine } from '../live/live-line.tsx'
import { useZoneInView } from '../shops/zone-in-view.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAttention } from './admin-queries.ts'
import { AttentionItems } from './attention-items.tsx'
import { UpcomingJobs } from './upcoming-jobs.tsx'

/** The day of a shop: its jobs, and everything that needs a person. */
export function TodayView({ showsShops }: { showsShops: boolean }) {
  const timeZone = useZoneInView()
  return (
    <QueryState
      query={useAttention()}
      loading="Loading today..."
      shape={<Skeleton className="h-96 rounded-card" />}
    >
      {(attention) => (
        <div className="grid gap-6">
          <LiveLine timeZone={timeZone} />
          <UpcomingJobs attention={attention} showsShop={showsShops} />
          <AttentionItems attention={attention} showsShop={showsShops} />
        </div>
      )}
    </QueryState>
  )
}
