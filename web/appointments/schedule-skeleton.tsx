import { Card } from '../ui/card.tsx'
import { DelayedSpinner } from '../ui/delayed-spinner.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { onTheirWay } from './schedule-words.ts'

/** Skeleton of the schedule step, in its final size. */
export function ScheduleSkeleton() {
  return (
    <Card className="relative grid gap-8">
      <output className="sr-only">Loading...</output>
      <div>
        <Skeleton className="mb-2 h-5 w-20" />
        <Skeleton className="h-20 rounded-card" />
      </div>
      <NextFreeSlotSkeleton />
      <div>
        <Skeleton className="mb-3 h-5 w-12" />
        <Skeleton className="mt-1 mb-3 h-36 rounded-card" />
      </div>
      <div>
        <Skeleton className="mb-3 h-5 w-36" />
        <Skeleton className="h-36" />
      </div>
      <DelayedSpinner>{onTheirWay}</DelayedSpinner>
    </Card>
  )
}

/** Skeleton of Reschedule. */
export function RescheduleSkeleton() {
  return (
    <div className="relative">
      <output className="sr-only">Loading...</output>
      <NextFreeSlotSkeleton />
      <div className="mt-6 grid gap-8 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Skeleton className="h-86 sm:w-80" />
        <div>
          <Skeleton className="mb-3 h-6 w-40" />
          <Skeleton className="h-36" />
        </div>
      </div>
      <Skeleton className="mt-6 h-12 w-56" />
      <DelayedSpinner>{onTheirWay}</DelayedSpinner>
    </div>
  )
}

/** Skeleton of the next free start, two lines taller on a phone. */
export function NextFreeSlotSkeleton() {
  return <Skeleton className="h-30 rounded-card sm:h-16" />
}
