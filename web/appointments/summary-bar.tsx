import { useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronUp } from 'lucide-react'
import { PageBoundary } from '../layout/page-boundary.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useMedia } from '../ui/use-media.ts'
import { chargeLine, hasPrice, summaryRows, totalOf, type Chosen } from './booking-summary-words.ts'
import { PriceSkeleton } from './summary-parts.tsx'

const SummaryDialog = lazyComponent(
  () => import('./summary-dialog.tsx').then((module) => module.SummaryDialog),
  null,
)

/** From here on the summary is a column beside the step, as `lg:` in class names. */
const wideWindow = '(min-width: 64rem)'

/**
 * The primary button of a step: in its place in a wide window; in a narrow one in the bottom bar, where the
 * thumb is.
 */
export function StepAction({ chosen, children }: { chosen: Chosen; children: ReactNode }) {
  const isWide = useMedia(wideWindow)
  return isWide ? children : <SummaryBar chosen={chosen} action={children} />
}

type SummaryBarProps = { chosen: Chosen; action?: ReactNode }

/** The bottom bar of a narrow window: the total, the whole summary on request, and the step's button. */
export function SummaryBar({ chosen, action }: SummaryBarProps) {
  const [{ value: vehicle } = { value: null }] = summaryRows(chosen)
  const isPriced = hasPrice(chosen)
  const hasSummary = vehicle !== null || isPriced
  if (!hasSummary && !action) return null
  return (
    <div
      data-bottom-bar
      className="z-40 flex w-full flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float lg:hidden print:hidden"
    >
      {hasSummary && (
        <SummaryButton chosen={chosen} isPriced={isPriced} vehicle={vehicle} isBesideAction={!!action} />
      )}
      {action && <div className="grid min-w-0 flex-1 basis-44">{action}</div>}
    </div>
  )
}

type SummaryButtonProps = {
  chosen: Chosen
  isPriced: boolean
  vehicle: string | null
  /** Leaves room for the step's button: without the sentence about the charge. */
  isBesideAction: boolean
}

function SummaryButton({ chosen, isPriced, vehicle, isBesideAction }: SummaryButtonProps) {
  const [open, setOpen] = useState(false)
  const price = isPriced && (
    <span className="block text-xl leading-tight font-semibold tabular-nums">
      {totalOf(chosen) ?? <PriceSkeleton />}
    </span>
  )
  const label = (
    <span className="flex shrink-0 items-center gap-1 text-sm font-medium">
      Summary
      <ChevronUp className="size-4 text-ember" aria-hidden="true" />
    </span>
  )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={
          isBesideAction
            ? 'min-h-12 shrink-0 rounded-control text-left'
            : 'flex min-h-8 w-full items-center gap-4 rounded-control text-left'
        }
      >
        {price}
        {!isBesideAction && (
          <span className="min-w-0 flex-1 text-fine leading-snug text-balance text-muted">
            {isPriced ? chargeLine(chosen) : vehicle}
          </span>
        )}
        {label}
      </button>
      {/* Preloaded closed at the first selection; the bar works without it. */}
      <PageBoundary instead={null}>
        <SummaryDialog open={open} onOpenChange={setOpen} chosen={chosen} />
      </PageBoundary>
    </>
  )
}
