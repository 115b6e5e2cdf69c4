import { memo, useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { withExtras } from '../fitment/fitment-words.ts'
import { classNames } from '../ui/class-names.ts'
import type { BookingDraft } from './booking-draft.ts'
import type { Chosen } from './booking-summary-words.ts'
import { useDraft } from './draft-store.ts'
import { usePackages, useShops } from './queries.ts'
import { SummaryBar } from './summary-bar.tsx'
import { SummaryRows, SummaryTotal } from './summary-parts.tsx'

type BookingSummaryProps = {
  chosen: Chosen
  /** Stays in the page on a phone too, in few lines. */
  onPhone?: boolean
  /** The step has a `StepAction`, which draws the bottom bar. */
  hasStepAction?: boolean
  /** Scrolls with the page, because more stands below it. */
  isScrolling?: boolean
  /** The step says itself when the card is charged. */
  isChargeTold?: boolean
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
  const { chosen, onPhone = false, hasStepAction = false, isChargeTold = false } = props
  const { className, terms, children, isScrolling = false } = props
  return (
    <>
      <section
        aria-label="Appointment Summary"
        className={classNames(
          'overflow-hidden rounded-card border bg-surface shadow-lift',
          !isScrolling && 'lg:sticky lg:top-6',
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
          <SummaryRows chosen={chosen} isShortOnPhone={onPhone} />
          <SummaryTotal chosen={chosen} isChargeTold={isChargeTold} />
          {terms && <div className="mt-5 grid gap-4 border-t border-line pt-4">{terms}</div>}
          {children && <div className="mt-5 grid max-lg:mt-0">{children}</div>}
        </div>
      </section>
      {!hasStepAction && <SummaryBar chosen={chosen} />}
    </>
  )
}

type DraftSummaryProps = { owner: string; hasStepAction?: boolean }

/** The summary of the draft without requests of its own. It renders after the selection has painted. */
export function DraftSummary({ owner, hasStepAction = false }: DraftSummaryProps) {
  const draft = useDeferredValue(useDraft(owner))
  return <SummaryOf draft={draft} hasStepAction={hasStepAction} />
}

type SummaryOfProps = { draft: BookingDraft; hasStepAction: boolean }

const SummaryOf = memo(function SummaryOf({ draft, hasStepAction }: SummaryOfProps) {
  return <BookingSummary chosen={useChosen(draft)} hasStepAction={hasStepAction} />
})

/** The parts of a draft with the names and prices that have loaded so far. */
export function useChosen(draft: BookingDraft): Chosen {
  const { vehicle, fitment, packageId, shopId, day, time } = draft
  const packages = usePackages()
  const shops = useShops()
  const offered = packages.data?.find(({ id }) => id === packageId)
  return {
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
}
