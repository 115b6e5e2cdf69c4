import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The place of what the schedule step asks, as large as it will be. */
export function ScheduleSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading...</output>
      <Card className="grid gap-8">
        <div>
          <Skeleton className="mb-2 h-5 w-20" />
          <Skeleton className="h-20 rounded-card" />
        </div>
        <Skeleton className="h-16 rounded-card" />
        <div>
          <Skeleton className="mb-3 h-5 w-12" />
          <Skeleton className="mt-1 mb-3 h-36 rounded-card" />
        </div>
        <div>
          <Skeleton className="mb-3 h-5 w-36" />
          <Skeleton className="h-36" />
        </div>
      </Card>
    </div>
  )
}
