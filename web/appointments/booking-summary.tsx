import { useState } from 'react'
import type { ReactNode } from 'react'
import { CalendarClock, CarFront, ChevronUp, MapPin, MonitorSmartphone } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { chargeLine, summaryRows, totalOf, type Chosen, type SummaryRow } from './booking-summary-words.ts'
import { useDraft } from './draft-store.ts'
import { DayAndTime } from './long-wall-time.tsx'
import { usePackages, useShops } from './queries.ts'
import { useInView } from './use-in-view.ts'

type BookingSummaryProps = {
  chosen: Chosen
  /** Stands in the page on a phone too: the bar comes once its total has left the window. */
  onPhone?: boolean
  className?: string
  /** The button that goes on from here, where the summary holds it. */
  children?: ReactNode
}

/**
 * What is being booked and for how much, in view through all the steps: a column beside them where there is room, else a bar along
 * the end of the window that opens the whole.
 */
export function BookingSummary({ chosen, onPhone = false, className, children }: BookingSummaryProps) {
  const { element: total, isInView } = useInView()
  return (
    <>
      <section
        aria-label="Appointment Summary"
        className={classNames(
          'overflow-hidden rounded-card border bg-surface shadow-lift lg:sticky lg:top-6',
          children ? 'border-ember/60' : 'border-line',
          !onPhone && 'max-lg:hidden',
          className,
        )}
      >
        {/* On a phone the picture would push the form under the fold. */}
        <img
          src="/pictures/cockpit-at-dusk.svg"
          alt=""
          className="h-24 w-full object-cover object-[72%_60%] max-lg:hidden"
        />
        <div className="p-5 sm:p-6">
          <h2 className="mb-4 text-lg font-semibold">Appointment Summary</h2>
          <SummaryRows chosen={chosen} />
          <div ref={total}>
            <Total chosen={chosen} />
          </div>
          {children && <div className="mt-5 grid">{children}</div>}
        </div>
      </section>
      <SummaryBar chosen={chosen} aside={isInView} />
    </>
  )
}

/** The summary of the draft, where nothing of it has to be looked up again. */
export function DraftSummary({ owner }: { owner: string }) {
  const { vehicle, packageId, shopId, day, time } = useDraft(owner)
  const packages = usePackages()
  const shops = useShops()
  const chosen = {
    vehicle,
    offered: packages.data?.find(({ id }) => id === packageId),
    shop: shops.data?.find(({ id }) => id === shopId),
    day,
    time,
  }
  return <BookingSummary chosen={chosen} />
}

const icons: Record<SummaryRow['name'], typeof CarFront> = {
  Vehicle: CarFront,
  Package: MonitorSmartphone,
  'Day and time': CalendarClock,
  Location: MapPin,
}

function SummaryRows({ chosen }: { chosen: Chosen }) {
  return (
    <dl className="grid gap-4">
      {summaryRows(chosen).map(({ name, value, detail }) => {
        const Icon = icons[name]
        return (
          <div key={name} className="min-w-0">
            <dt className="flex items-center gap-3 text-sm text-muted">
              <Icon
                className={classNames('size-5 shrink-0', value === null ? 'opacity-60' : 'text-ember')}
                aria-hidden="true"
              />
              {name}
            </dt>
            <dd className={classNames('pl-8', value === null ? 'text-ui text-muted' : 'font-medium')}>
              <bdi className="block text-balance break-words">
                {value === null ? (
                  'Not chosen yet'
                ) : name === 'Day and time' ? (
                  <DayAndTime words={value} />
                ) : (
                  value
                )}
              </bdi>
              {detail !== undefined && (
                <bdi className="block text-sm font-normal break-words text-muted">{detail}</bdi>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Total({ chosen }: { chosen: Chosen }) {
  const total = totalOf(chosen)
  return (
    <div className="mt-5 border-t border-line pt-4">
      {total !== null && (
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-muted">Total</span>
          <span className="text-2xl font-semibold tabular-nums">{total}</span>
        </p>
      )}
      <p className="mt-1 text-sm text-muted">{chargeLine(chosen)}</p>
    </div>
  )
}

function SummaryBar({ chosen, aside }: { chosen: Chosen; aside: boolean }) {
  const [open, setOpen] = useState(false)
  const [{ value: vehicle } = { value: null }] = summaryRows(chosen)
  const total = totalOf(chosen)
  // There is nothing to keep in view before the first choice.
  if (vehicle === null && total === null) return null
  return (
    <>
      <button
        type="button"
        data-bottom-bar
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames(
          'z-40 flex w-full items-center gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-left shadow-float focus-visible:-outline-offset-4 lg:hidden print:hidden',
          // It keeps its place: the page must not grow when it comes.
          aside && 'invisible',
        )}
      >
        {total !== null && <span className="text-xl font-semibold tabular-nums">{total}</span>}
        <span className="min-w-0 flex-1 text-fine leading-snug text-balance text-muted">
          {total === null ? vehicle : chargeLine(chosen)}
        </span>
        <span className="flex shrink-0 items-center gap-1 text-sm font-medium">
          Summary
          <ChevronUp className="size-4 text-ember" aria-hidden="true" />
        </span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Appointment Summary">
        <div className="pt-2">
          <SummaryRows chosen={chosen} />
          <Total chosen={chosen} />
        </div>
      </Dialog>
    </>
  )
}
