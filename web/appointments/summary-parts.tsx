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

type SummaryRowsProps = {
  chosen: Chosen
  /** In a narrow window each part is one line beside its icon. */
  isShortOnPhone?: boolean
}

/** Each part of the appointment, selected or not. */
export function SummaryRows({ chosen, isShortOnPhone = false }: SummaryRowsProps) {
  return (
    <dl className={classNames('grid', isShortOnPhone ? 'gap-2.5 lg:gap-4' : 'gap-4')}>
      {summaryRows(chosen).map(({ name, value, detail }) => {
        const Icon = icons[name]
        const awaits = isAwaited(chosen, name)
        return (
          <div key={name} className={classNames('min-w-0', isShortOnPhone && 'max-lg:flex max-lg:gap-3')}>
            <dt className="flex items-center gap-3 text-sm text-muted">
              <Icon
                className={classNames(
                  'size-5 shrink-0',
                  value === null && !awaits ? 'opacity-60' : 'text-ember',
                )}
                aria-hidden="true"
              />
              <span className={classNames(isShortOnPhone && 'max-lg:sr-only')}>{name}</span>
            </dt>
            <dd
              className={classNames(
                isShortOnPhone ? 'lg:pl-8' : 'pl-8',
                value === null ? 'text-ui text-muted' : 'font-medium',
              )}
            >
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
              {detail !== undefined && (
                <bdi
                  className={classNames(
                    'block text-sm font-normal text-muted',
                    isShortOnPhone && 'max-lg:hidden',
                  )}
                >
                  {detail}
                </bdi>
              )}
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

/** The price with the times of its hold and charge, unless the step says those. */
export function SummaryTotal({ chosen, isChargeTold = false }: { chosen: Chosen; isChargeTold?: boolean }) {
  const total = totalOf(chosen)
  return (
    <div className="mt-5 border-t border-line pt-4">
      {hasPrice(chosen) && (
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-muted">Total</span>
          <span className="text-2xl font-semibold tabular-nums">{total ?? <PriceSkeleton />}</span>
        </p>
      )}
      {!isChargeTold && <p className="mt-1 text-sm text-muted">{chargeLine(chosen)}</p>}
    </div>
  )
}
