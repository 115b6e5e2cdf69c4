import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { addressQueryOf, filtersOf, noFilters, type ListFilters } from './appointment-filters.ts'
import { openedAppointmentOf } from './open-appointment.ts'

/** How long typing rests before it is looked for. */
const typingRestMs = 250

type Typed = Pick<ListFilters, 'search' | 'from' | 'to'>

/** What stands in the fields and not, or not letter by letter, in the address. It counts while the address says `base`. */
type Draft = { typed: Typed; base: string; isWritten: boolean }

function typedOf({ search, from, to }: ListFilters): Typed {
  return { search, from, to }
}

function baseOf(filters: ListFilters): string {
  return JSON.stringify(typedOf(filters))
}

function write(filters: ListFilters, replace: boolean): void {
  const query = new URLSearchParams(addressQueryOf(filters))
  if (query.toString() === addressQueryOf(filtersOf(window.location.search))) return
  // Details that were opened before the typing came to rest stay open, and know where they were opened from.
  const opened = openedAppointmentOf(window.location.search)
  if (opened !== null) query.set('appointment', opened)
  navigate(paths.adminFiltered(query.toString()), {
    replace,
    state: replace ? (window.history.state as unknown) : null,
  })
}

/**
 * The filters as the address has them, so that a view can be bookmarked and shared. A choice is a step that Back takes back; what
 * is typed takes its time and writes over the present address.
 */
export function useFilters() {
  const filters = filtersOf(useSearch())
  const [draft, setDraft] = useState<Draft | null>(null)
  const typed = draft?.base === baseOf(filters) ? draft.typed : typedOf(filters)

  useEffect(() => {
    if (!draft || draft.isWritten) return
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
  }, [draft])

  /** Shows what is typed at once and asks for it when the typing rests. */
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
