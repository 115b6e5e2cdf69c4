import { memo, useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronUp } from 'lucide-react'
import { PageBoundary } from '../layout/page-boundary.tsx'
import { classNames } from '../ui/class-names.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { BookingDraft } from './booking-draft.ts'
import { chargeLine, hasPrice, summaryRows, totalOf, type Chosen } from './booking-summary-words.ts'
import { useDraft } from './draft-store.ts'
import { usePackages, useShops } from './queries.ts'
import { PriceSkeleton, SummaryRows, SummaryTotal } from './summary-parts.tsx'
import { useInView } from './use-in-view.ts'

const SummaryDialog = lazyComponent(
  () => import('./summary-dialog.tsx').then((module) => module.SummaryDialog),
  null,
)

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
        {/* On a phone the picture would push the form under the fold, and is not fetched. */}
        <img
          src="/pictures/cockpit-at-dusk.svg"
          alt=""
          loading="lazy"
          className="h-24 w-full object-cover object-[72%_60%] max-lg:hidden"
        />
        <div className="p-5 sm:p-6">
          <h2 className="mb-4 text-lg font-semibold">Appointment Summary</h2>
          <SummaryRows chosen={chosen} />
          <div ref={total}>
            <SummaryTotal chosen={chosen} />
          </div>
          {children && <div className="mt-5 grid">{children}</div>}
        </div>
      </section>
      <SummaryBar chosen={chosen} aside={isInView} />
    </>
  )
}

/** The summary of the draft, where nothing of it has to be looked up again. What was chosen is painted before it. */
export function DraftSummary({ owner }: { owner: string }) {
  const draft = useDeferredValue(useDraft(owner))
  return <SummaryOf draft={draft} />
}

const SummaryOf = memo(function SummaryOf({ draft }: { draft: BookingDraft }) {
  const { vehicle, packageId, shopId, day, time } = draft
  const packages = usePackages()
  const shops = useShops()
  const chosen = {
    vehicle,
    offered: packages.data?.find(({ id }) => id === packageId),
    shop: shops.data?.find(({ id }) => id === shopId),
    day,
    time,
    awaited: [
      ...(packageId !== null && packages.isPending ? (['Package'] as const) : []),
      ...(shopId !== null && shops.isPending ? (['Location'] as const) : []),
    ],
  }
  return <BookingSummary chosen={chosen} />
})

function SummaryBar({ chosen, aside }: { chosen: Chosen; aside: boolean }) {
  const [open, setOpen] = useState(false)
  const [{ value: vehicle } = { value: null }] = summaryRows(chosen)
  const total = totalOf(chosen)
  const isPriced = hasPrice(chosen)
  // There is nothing to keep in view before the first choice.
  if (vehicle === null && !isPriced) return null
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
        {isPriced && <span className="text-xl font-semibold tabular-nums">{total ?? <PriceSkeleton />}</span>}
        <span className="min-w-0 flex-1 text-fine leading-snug text-balance text-muted">
          {isPriced ? chargeLine(chosen) : vehicle}
        </span>
        <span className="flex shrink-0 items-center gap-1 text-sm font-medium">
          Summary
          <ChevronUp className="size-4 text-ember" aria-hidden="true" />
        </span>
      </button>
      {/* Fetched with the first choice, closed; without it the bar still says what it says. */}
      <PageBoundary instead={null}>
        <SummaryDialog open={open} onOpenChange={setOpen} chosen={chosen} />
      </PageBoundary>
    </>
  )
}
