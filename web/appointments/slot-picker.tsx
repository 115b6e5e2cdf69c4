import type { ReactNode } from 'react'
import { Alert } from '../ui/alert.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { DelayedSpinner } from '../ui/delayed-spinner.tsx'
import { TimeGrid, TimeGridSkeleton } from '../ui/time-grid.tsx'
import { describeStarts, onTheirWay, presentTime } from './schedule-words.ts'
import type { ShopTimes } from './use-shop-times.ts'

type SlotPickerProps = {
  times: ShopTimes
  /** Null until one is selected. */
  day: string | null
  value: string | null
  onChange: (time: string) => void
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The starts of the selected day, or the loading or error state. */
export function SlotPicker({ times, day, value, onChange }: SlotPickerProps) {
  const { days, error, isFetching, refetch } = times
  const slots = times.slotsOf(day)
  const isWaiting = day !== null && !slots && !error && (isFetching || !days)
  if (error && !days) return <ErrorState message={error.message} retrying={isFetching} onRetry={refetch} />
  const words = isWaiting ? 'Loading available times...' : day !== null && slots && describeStarts(day, slots)
  return (
    <>
      {/* Always rendered: a live region announces only changes. */}
      <output className={words ? 'mb-3 block text-ui text-muted' : 'sr-only'}>{words}</output>
      {day === null && (
        <Instead>
          <span>Select a date to see available times</span>
        </Instead>
      )}
      {isWaiting && (
        <div className="relative">
          <TimeGridSkeleton />
          <DelayedSpinner>{onTheirWay}</DelayedSpinner>
        </div>
      )}
      {day !== null && slots && (
        <TimeGrid
          legend="Select a Time Slot"
          legendHidden
          value={slots.some((slot) => slot.time === value && slot.available) ? value : null}
          onChange={onChange}
          times={slots.map((slot) => ({
            ...slot,
            reason: slot.reason && capitalised(slot.reason),
            marked: slot.reason === presentTime,
          }))}
        />
      )}
      {error && days && (
        <Alert tone="warn" className="mt-4">
          Couldn’t refresh these times. {error.message}{' '}
          <button
            type="button"
            aria-disabled={isFetching || undefined}
            className="min-h-6 font-medium underline underline-offset-4"
            onClick={refetch}
          >
            {isFetching ? 'Trying again...' : 'Try again'}
          </button>
        </Alert>
      )}
    </>
  )
}

function Instead({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-36 place-items-center rounded-control border border-dashed border-line px-4 text-center text-muted">
      {children}
    </div>
  )
}
