import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** As tall as a field with its label. */
function FieldSkeleton({ className }: { className?: string }) {
  return <Skeleton className={`h-18.5 ${className ?? ''}`} />
}

export function VehicleSkeleton() {
  return (
    <Card className="grid gap-5 sm:grid-cols-2">
      <FieldSkeleton />
      <FieldSkeleton />
      <Skeleton className="h-26 sm:col-span-2" />
      <Skeleton className="mt-2 h-12 sm:col-span-2" />
    </Card>
  )
}

/** The packages side by side, as they will be. */
export function PackagesSkeleton() {
  return (
    <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
      {['first', 'second', 'third'].map((which) => (
        <Skeleton key={which} className="h-96 rounded-card sm:h-136" />
      ))}
    </div>
  )
}

/** The payment form and its summary. */
export function PaymentSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-8">
      <Skeleton className="h-7 w-72 max-w-full sm:h-8 lg:col-span-2" />
      <Skeleton className="h-72 rounded-card lg:order-2" />
      <Skeleton className="h-160 rounded-card lg:order-1" />
    </div>
  )
}
