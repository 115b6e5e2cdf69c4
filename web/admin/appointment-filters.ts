import { listRanges, type ListRange } from '../../contract/admin/appointment-list.ts'
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
  range: ListRange
  order: ListOrder
}

/** The filters as an address asks for them: '' for the range or order that `resolveFilters` chooses. */
export type AskedFilters = Omit<ListFilters, 'range' | 'order'> & {
  range: ListRange | ''
  order: ListOrder | ''
}

export const noFilters: AskedFilters = {
  search: '',
  status: 'all',
  from: '',
  to: '',
  shopId: '',
  range: '',
  order: '',
}

/** Reads the filters of an address. Unknown values count as absent, so that an old bookmark still opens. */
export function filtersOf(search: string): AskedFilters {
  const asked = new URLSearchParams(search)
  const wallTime = (name: string) => {
    const text = asked.get(name) ?? ''
    return parseWallTime(text) ? text : ''
  }
  const order = asked.get('order')
  return {
    search: asked.get('search') ?? '',
    status: statusOptions.find(({ value }) => value === asked.get('status'))?.value ?? 'all',
    from: wallTime('from'),
    to: wallTime('to'),
    shopId: String(askedShopOf(search) ?? ''),
    range: listRanges.find((range) => range === asked.get('range')) ?? '',
    order: order === 'earliest' || order === 'latest' ? order : '',
  }
}

type Narrowing = Pick<ListFilters, 'search' | 'status' | 'from' | 'to'>

/** Whether the search, the status or the dates leave appointments out. */
export function isNarrowed({ search, status, from, to }: Narrowing): boolean {
  return search.trim() !== '' || status !== 'all' || from !== '' || to !== ''
}

/** Whether a range is read from its end: the jobs that are over, and all. */
export function isPastRange(range: ListRange): boolean {
  return range === 'all' || range === 'done_not_charged'
}

/** Orders that a person chose, of ranges that look ahead and of those that look back. */
export type ChosenOrders = { ahead: ListOrder | null; back: ListOrder | null }

/**
 * Completes the filters. The list opens on upcoming appointments, the next first; a search, a status or a
 * date looks through every appointment, the latest first, until a range is chosen.
 */
export function resolveFilters(asked: AskedFilters, chosen: ChosenOrders): ListFilters {
  const range = asked.range || (isNarrowed(asked) ? 'all' : 'coming')
  const looksBack = isPastRange(range)
  const usual = looksBack ? 'latest' : 'earliest'
  return {
    ...asked,
    range,
    order: asked.order || ((looksBack ? chosen.back : chosen.ahead) ?? usual),
  }
}

function pairsOf(filters: AskedFilters | ListFilters, shopName: 'shop' | 'shopId'): Record<string, string> {
  const { status, shopId, ...rest } = filters
  const pairs: Record<string, string> = {
    ...rest,
    search: filters.search.trim(),
    status: status === 'all' ? '' : status,
    [shopName]: shopId,
  }
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== ''))
}

/** The filters as a query string, without defaults. */
export function addressQueryOf(filters: AskedFilters): string {
  return new URLSearchParams(pairsOf(filters, 'shop')).toString()
}

/** The filters as the server takes them. */
export function listQueryOf(filters: ListFilters): Record<string, string> {
  return pairsOf(filters, 'shopId')
}

/** Whether the list differs from the one that opens, the order and the shop of the page aside. */
export function isFiltered(filters: AskedFilters): boolean {
  return isNarrowed(filters) || (filters.range !== '' && filters.range !== 'coming')
}

/** Whether the range is empty because it ends before it begins. */
export function endsBeforeStart({ from, to }: Pick<ListFilters, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && to < from
}
