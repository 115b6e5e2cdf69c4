import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { useSession } from '../identity/session.ts'
import { useStore } from '../ui/external-store.ts'
import {
  addressQueryOf,
  filtersOf,
  noFilters,
  resolveFilters,
  type AskedFilters,
  type ListFilters,
  type ListOrder,
} from './appointment-filters.ts'
import { chosenOrdersOf, chosenOrdersStore, rememberOrder } from './list-order.ts'
import { openedAppointmentOf } from './open-appointment.ts'

/** Debounce of typing, in milliseconds. */
const typingRestMs = 250

type Typed = Pick<ListFilters, 'search' | 'from' | 'to'>

/**
 * Text in the fields that is not yet, or not literally, in the address. Valid while the address still is
 * `base`.
 */
type Draft = { typed: Typed; base: string; isWritten: boolean }

function typedOf({ search, from, to }: Typed): Typed {
  return { search, from, to }
}

function baseOf(filters: AskedFilters): string {
  return JSON.stringify(typedOf(filters))
}

function write(filters: AskedFilters, replace: boolean): void {
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
  const asked = filtersOf(search)
  const session = useSession()
  const userId = session.state === 'signed-in' ? session.user.id : ''
  const chosen = useStore(chosenOrdersStore(userId), null)
  const filters = resolveFilters(asked, chosenOrdersOf(chosen))
  const isCovered = openedAppointmentOf(search) !== null
  const [draft, setDraft] = useState<Draft | null>(null)
  const typed = draft?.base === baseOf(asked) ? draft.typed : typedOf(asked)

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
    setDraft({ typed: { ...typed, ...change }, base: baseOf(asked), isWritten: false })

  const choose = (change: Partial<AskedFilters>) => {
    setDraft(null)
    write({ ...asked, ...typed, ...change }, false)
  }

  return {
    filters,
    /** The filters as the address has them. */
    asked,
    typed,
    type,
    choose,
    /** A range opens in its own order. */
    chooseRange: (range: ListFilters['range']) => choose({ range, order: '' }),
    chooseOrder: (order: ListOrder) => {
      rememberOrder(userId, filters.range, order)
      choose({ order })
    },
    clearDates: () => choose({ from: '', to: '' }),
    /** Back to the list that opens. The shop of the page stays for a person with several. */
    clearAll: () => choose(noFilters),
  }
}
