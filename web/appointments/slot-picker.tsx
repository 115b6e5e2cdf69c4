import type { UseQueryResult } from '@tanstack/react-query'
import type { Slot } from '../../contract/appointments/free-slots.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TimeGrid } from '../ui/time-grid.tsx'

type SlotPickerProps = {
  slots: UseQueryResult<Slot[]>
  /** Whether a day has been chosen at all. */
  hasDay: boolean
  value: string | null
  onChange: (time: string) => void
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The starts of the chosen day, or what stands between the person and them. */
export function SlotPicker({ slots, hasDay, value, onChange }: SlotPickerProps) {
  if (!hasDay) return <Instead>Select a date to see available times</Instead>
  // Never the last answer while a new one is on its way: times are taken by others.
  if (slots.isFetching && !slots.isError)
    return (
      <Instead>
        <Spinner label="Loading available times..." />
      </Instead>
    )
  if (slots.isError || !slots.data)
    return (
      <ErrorState
        message={slots.error?.message ?? 'The times could not be loaded.'}
        retrying={slots.isFetching}
        onRetry={() => void slots.refetch()}
      />
    )
  return (
    <>
      <TimeGrid
        legend="Select a Time Slot"
        legendHidden
        value={slots.data.some((slot) => slot.time === value && slot.available) ? value : null}
        onChange={onChange}
        times={slots.data.map((slot) => ({ ...slot, reason: slot.reason && capitalised(slot.reason) }))}
      />
      {!slots.data.some((slot) => slot.available) && (
        <output className="mt-4 block text-ui text-muted">
          No time is free on this day. Please select another date.
        </output>
      )}
    </>
  )
}

function Instead({ children }: { children: React.ReactNode }) {
  return (
    <div className="grid min-h-36 place-items-center rounded-control border border-dashed border-line px-4 text-center text-muted">
      {children}
    </div>
  )
}
