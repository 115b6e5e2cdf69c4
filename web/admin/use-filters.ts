import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { addressQueryOf, filtersOf, noFilters, type ListFilters } from './appointment-filters.ts'
import { openedAppointmentOf } from './open-appointment.ts'

/** Debounce of typing, in milliseconds. */
const typingRestMs = 250

type Typed = Pick<ListFilters, 'search' | 'from' | 'to'>

/**
 * Text in the fields that is not yet, or not literally, in the address. Valid while the address still is
 * `base`.
 */
type Draft = { typed: Typed; base: string; isWritten: boolean }

function typedOf({ search, from, to }: ListFilters): Typed {
  return { search, from, to }
}

function baseOf(filters: ListFilters): string {
  return JSON.stringify(typedOf(filters))
}

function write(filters: ListFilters, replace: boolean): void {
  const query = addressQueryOf(filters)
  if (query !== addressQueryOf(filtersOf(window.location.search)))
    navigate(paths.adminFiltered(query), { replace })
}

/**
 * The filters of the address, so that a view can be bookmarked and shared. A selection adds a history entry;
 * typing is debounced and replaces the current one.
 */
export function useFilters() {
  const search = useSearch()
  const filters = filtersOf(search)
  const isCovered = openedAppointmentOf(search) !== null
  const [draft, setDraft] = useState<Draft | null>(null)
  const typed = draft?.base === baseOf(filters) ? draft.typed : typedOf(filters)

  useEffect(() => {
    // Details opened during the debounce have an address of their own; the typed text waits until they are
    // closed.
    if (!draft || draft.isWritten || isCovered) return
    const timer = setTimeout(() => {
      const current = filtersOf(window.location.search)
      if (baseOf(current) !== draft.base) return
      const next = { ...current, ...draft.typed }
      setDraft({
        typed: draft.typed,
        base: baseOf(filtersOf(addressQueryOf(next))),
        isWritten: true,
      })
      write(next, true)
    }, typingRestMs)
    return () => clearTimeout(timer)
  }, [draft, isCovered])

  /** Shows the typed text at once and applies it after the debounce. */
  const type = (change: Partial<Typed>) =>
    setDraft({ typed: { ...typed, ...change }, base: baseOf(filters), isWritten: false })

  const choose = (change: Partial<ListFilters>) => {
    setDraft(null)
    write({ ...filters, ...typed, ...change }, false)
  }

  return {
    filters,
    typed,
    type,
    choose,
    clearDates: () => choose({ from: '', to: '' }),
    /** The order stays: it hides nothing. */
    clearAll: () => choose({ ...noFilters, order: filters.order }),
  }
}
