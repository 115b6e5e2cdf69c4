import { jsonStore, type BrowserStore } from '../ui/browser-store.ts'
import { isPastRange, type ChosenOrders, type ListFilters, type ListOrder } from './appointment-filters.ts'

function orderIn(stored: object, name: string): ListOrder | null {
  const order: unknown = Object.entries(stored).find(([key]) => key === name)?.[1]
  return order === 'latest' || order === 'earliest' ? order : null
}

const noOrders: ChosenOrders = { ahead: null, back: null }

const stores = new Map<string, BrowserStore<ChosenOrders>>()

/** The orders that a person chose in this browser, by their account. */
export function chosenOrdersStore(userId: string): BrowserStore<ChosenOrders> {
  const known = stores.get(userId)
  if (known) return known
  const store = jsonStore<ChosenOrders>(
    `list-order:${userId}`,
    (stored) =>
      typeof stored === 'object' && stored !== null
        ? { ahead: orderIn(stored, 'ahead'), back: orderIn(stored, 'back') }
        : null,
    'browser',
  )
  stores.set(userId, store)
  return store
}

/** The remembered orders; none when nothing is stored. */
export function chosenOrdersOf(stored: ChosenOrders | null): ChosenOrders {
  return stored ?? noOrders
}

/** Remembers the order for ranges like this one. */
export function rememberOrder(userId: string, range: ListFilters['range'], order: ListOrder): void {
  const store = chosenOrdersStore(userId)
  store.write({ ...chosenOrdersOf(store.read()), [isPastRange(range) ? 'back' : 'ahead']: order })
}
