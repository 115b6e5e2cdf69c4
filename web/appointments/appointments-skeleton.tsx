import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Skeleton of the next appointment and one more. */
export function AppointmentsSkeleton() {
  return (
    <>
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-lift">
        <div className="always-dark relative grid h-96 place-items-center bg-canvas text-muted sm:h-112 lg:h-88">
          <Spinner label="Loading your appointments..." />
          <div aria-hidden="true" className="ambient-line absolute inset-x-0 bottom-0" />
        </div>
        <div className="grid gap-x-10 gap-y-7 p-5 sm:p-8 md:grid-cols-2 lg:grid-cols-3 lg:p-10">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28 md:max-lg:hidden" />
        </div>
      </div>
      <Skeleton className="h-44 rounded-card" />
    </>
  )
}
