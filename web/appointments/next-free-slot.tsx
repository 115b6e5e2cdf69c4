import { CalendarCheck2, Check } from 'lucide-react'
import type { Slot } from '../../contract/slots/free-slots.ts'
import { Alert } from '../ui/alert.tsx'
import { classNames } from '../ui/class-names.ts'
import { nonBreakingDate } from '../ui/non-breaking.ts'
import { NextFreeSlotSkeleton } from './schedule-skeleton.tsx'
import { formatNearDay } from './schedule-words.ts'

type NextFreeSlotProps = {
  /** Null when no start is free from the first day through the last, undefined while loading. */
  next: { date: string; slot: Slot } | null | undefined
  firstDay: string
  lastDay: string
  /** The alternative when nothing is free. */
  otherwise: string
  isChosen: boolean
  onTake: (date: string, time: string) => void
}

/** The earliest free start. One press selects its day and time. */
export function NextFreeSlot({ next, firstDay, lastDay, otherwise, isChosen, onTake }: NextFreeSlotProps) {
  if (next === undefined) return <NextFreeSlotSkeleton />
  if (next === null)
    return (
      <Alert tone="warn">
        No open times from {formatNearDay(firstDay)} to {formatNearDay(lastDay)}. {otherwise}
      </Alert>
    )
  const { date, slot } = next
  return (
    <button
      type="button"
      onClick={() => onTake(date, slot.time)}
      className={classNames(
        'flex min-h-16 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-card border bg-sunken px-4 py-3 text-left transition-colors hover:bg-hover sm:px-5',
        isChosen ? 'border-ember' : 'border-line hover:border-line-strong',
      )}
    >
      <CalendarCheck2 className="size-6 shrink-0 text-ember" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="text-sm text-muted">Next available: </span>
        <span className="block font-semibold sm:inline">
          {nonBreakingDate(`${formatNearDay(date)},`)}{' '}
          <span className="whitespace-nowrap">{slot.displayTime}</span>
        </span>
      </span>
      <span className="inline-flex items-center gap-1.5 pl-10 text-sm font-medium text-link max-sm:w-full sm:pl-0">
        {isChosen && <Check className="size-4" aria-hidden="true" />}
        {isChosen ? 'Chosen' : 'Book this time'}
      </span>
    </button>
  )
}
