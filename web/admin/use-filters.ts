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
  const query = addressQueryOf(filters)
  if (query !== addressQueryOf(filtersOf(window.location.search)))
    navigate(paths.adminFiltered(query), { replace })
}

/**
 * The filters as the address has them, so that a view can be bookmarked and shared. A choice is a step that Back takes back; what
 * is typed takes its time and writes over the present address.
 */
export function useFilters() {
  const search = useSearch()
  const filters = filtersOf(search)
  const isCovered = openedAppointmentOf(search) !== null
  const [draft, setDraft] = useState<Draft | null>(null)
  const typed = draft?.base === baseOf(filters) ? draft.typed : typedOf(filters)

  useEffect(() => {
    // Details that were opened before the typing came to rest have an address of their own; it waits until they are closed.
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
