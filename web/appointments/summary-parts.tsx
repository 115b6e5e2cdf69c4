import { CalendarClock, CarFront, MapPin, MonitorSmartphone } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import {
  chargeLine,
  hasPrice,
  isAwaited,
  summaryRows,
  totalOf,
  type Chosen,
  type SummaryRow,
} from './booking-summary-words.ts'
import { DayAndTime } from './long-wall-time.tsx'

const icons: Record<SummaryRow['name'], typeof CarFront> = {
  Vehicle: CarFront,
  Package: MonitorSmartphone,
  'Day and time': CalendarClock,
  Location: MapPin,
}

/** Each part of the appointment, selected or not. */
export function SummaryRows({ chosen }: { chosen: Chosen }) {
  return (
    <dl className="grid gap-4">
      {summaryRows(chosen).map(({ name, value, detail }) => {
        const Icon = icons[name]
        const awaits = isAwaited(chosen, name)
        return (
          <div key={name} className="min-w-0">
            <dt className="flex items-center gap-3 text-sm text-muted">
              <Icon
                className={classNames(
                  'size-5 shrink-0',
                  value === null && !awaits ? 'opacity-60' : 'text-ember',
                )}
                aria-hidden="true"
              />
              {name}
            </dt>
            <dd className={classNames('pl-8', value === null ? 'text-ui text-muted' : 'font-medium')}>
              <bdi className="block text-balance">
                {awaits ? (
                  <>
                    <span className="sr-only">Loading...</span>
                    <Skeleton className="mt-1 h-10 max-w-44" />
                  </>
                ) : value === null ? (
                  'Not chosen yet'
                ) : name === 'Day and time' ? (
                  <DayAndTime words={value} />
                ) : (
                  value
                )}
              </bdi>
              {detail !== undefined && <bdi className="block text-sm font-normal text-muted">{detail}</bdi>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** As wide as most prices at the current font size. */
export function PriceSkeleton() {
  return (
    <span className="inline-block">
      <Skeleton className="h-[0.8em] w-[2.6em]" />
    </span>
  )
}

/** The price with the times of its hold and charge. */
export function SummaryTotal({ chosen }: { chosen: Chosen }) {
  const total = totalOf(chosen)
  return (
    <div className="mt-5 border-t border-line pt-4">
      {hasPrice(chosen) && (
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-muted">Total</span>
          <span className="text-2xl font-semibold tabular-nums">{total ?? <PriceSkeleton />}</span>
        </p>
      )}
      <p className="mt-1 text-sm text-muted">{chargeLine(chosen)}</p>
    </div>
  )
}
