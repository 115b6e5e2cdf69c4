import { parseWallTime } from '../../contract/time.ts'
import { askedShopOf } from '../workspace/current-shop.ts'

/** The options of the status filter. */
export const statusOptions = [
  { value: 'all', label: 'All Statuses' },
  { value: 'authorized', label: 'Authorized' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

export type StatusFilter = (typeof statusOptions)[number]['value']
export type ListOrder = 'latest' | 'earliest'

/**
 * The filters of the table. `from` and `to` are wall times 'YYYY-MM-DDTHH:MM', '' for none; so is the shop.
 */
export type ListFilters = {
  search: string
  status: StatusFilter
  from: string
  to: string
  shopId: string
  order: ListOrder
}

export const noFilters: ListFilters = {
  search: '',
  status: 'all',
  from: '',
  to: '',
  shopId: '',
  order: 'latest',
}

/** Reads the filters of an address. Unknown values count as absent, so that an old bookmark still opens. */
export function filtersOf(search: string): ListFilters {
  const asked = new URLSearchParams(search)
  const wallTime = (name: string) => {
    const text = asked.get(name) ?? ''
    return parseWallTime(text) ? text : ''
  }
  return {
    search: asked.get('search') ?? '',
    status: statusOptions.find(({ value }) => value === asked.get('status'))?.value ?? 'all',
    from: wallTime('from'),
    to: wallTime('to'),
    shopId: String(askedShopOf(search) ?? ''),
    order: asked.get('order') === 'earliest' ? 'earliest' : 'latest',
  }
}

function pairsOf(filters: ListFilters, shopName: 'shop' | 'shopId'): Record<string, string> {
  const { status, order, shopId, ...rest } = filters
  const search = filters.search.trim()
  const pairs: Record<string, string> = {
    ...rest,
    search,
    status: status === 'all' ? '' : status,
    [shopName]: shopId,
    order: order === 'latest' ? '' : order,
  }
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== ''))
}

/** The filters as a query string, without defaults. */
export function addressQueryOf(filters: ListFilters): string {
  return new URLSearchParams(pairsOf(filters, 'shop')).toString()
}

/** The filters as the server takes them. */
export function listQueryOf(filters: ListFilters): Record<string, string> {
  return pairsOf(filters, 'shopId')
}

/** Whether any filter except the order is set. */
export function isFiltered(filters: ListFilters): boolean {
  return addressQueryOf({ ...filters, order: 'latest' }) !== ''
}

/** Whether the range is empty because it ends before it begins. */
export function endsBeforeStart({ from, to }: Pick<ListFilters, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && to < from
}
