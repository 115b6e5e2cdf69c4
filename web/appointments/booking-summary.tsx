import { memo, useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronUp } from 'lucide-react'
import { withExtras } from '../fitment/fitment-words.ts'
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
  /** Stays in the page on a phone too: the bar appears once the total has scrolled out of view. */
  onPhone?: boolean
  className?: string
  /** Below the total, such as what the customer confirmed. */
  terms?: ReactNode
  /** The button to the next step, where the summary holds it. */
  children?: ReactNode
}

/**
 * A running summary of the booking and its price through all steps: a column in a wide window, else a bottom
 * bar that opens it.
 */
export function BookingSummary(props: BookingSummaryProps) {
  const { chosen, onPhone = false, className, terms, children } = props
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
        {/* On a phone the picture would push the form below the fold, so it does not load. */}
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
          {terms && <div className="mt-5 grid gap-4 border-t border-line pt-4">{terms}</div>}
          {children && <div className="mt-5 grid">{children}</div>}
        </div>
      </section>
      <SummaryBar chosen={chosen} aside={isInView} />
    </>
  )
}

/** The summary of the draft without requests of its own. It renders after the selection has painted. */
export function DraftSummary({ owner }: { owner: string }) {
  const draft = useDeferredValue(useDraft(owner))
  return <SummaryOf draft={draft} />
}

const SummaryOf = memo(function SummaryOf({ draft }: { draft: BookingDraft }) {
  const { vehicle, fitment, packageId, shopId, day, time } = draft
  const packages = usePackages()
  const shops = useShops()
  const offered = packages.data?.find(({ id }) => id === packageId)
  const chosen = {
    vehicle,
    offered: offered && withExtras(offered, fitment),
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
  // Nothing to summarize before the first selection.
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
          // Keeps its place, so that the page does not grow.
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
      {/* Preloaded closed at the first selection; the bar works without it. */}
      <PageBoundary instead={null}>
        <SummaryDialog open={open} onOpenChange={setOpen} chosen={chosen} />
      </PageBoundary>
    </>
  )
}
