import { describe, expect, it } from 'vitest'
import {
  addressQueryOf,
  filtersOf,
  isFiltered,
  listQueryOf,
  noFilters,
  resolveFilters,
} from './appointment-filters.ts'

const noOrders = { ahead: null, back: null }

describe('the filters of Appointment Management', () => {
  it('survive a round trip through the address', () => {
    const filters = {
      search: 'Zoë & <b>"Ünal"</b>',
      status: 'cancelled',
      from: '2026-12-07T09:00',
      to: '2026-12-08T16:30',
      shopId: '5',
      range: 'week',
      order: 'earliest',
    } as const
    expect(filtersOf(`?${addressQueryOf(filters)}`)).toEqual(filters)
  })

  it('leave the address without parameters by default', () => {
    expect(addressQueryOf(noFilters)).toBe('')
    expect(addressQueryOf({ ...noFilters, search: '   ' })).toBe('')
    expect(isFiltered({ ...noFilters, order: 'earliest' })).toBe(false)
    expect(isFiltered({ ...noFilters, range: 'coming', shopId: '5' })).toBe(false)
    expect(isFiltered({ ...noFilters, range: 'today' })).toBe(true)
  })

  it('ignore unknown values of an address', () => {
    expect(
      filtersOf('?status=paid&from=tomorrow&to=2026-02-30T09:00&shop=-1&order=up&range=yesterday'),
    ).toEqual(noFilters)
  })

  it('open on coming appointments, the next first', () => {
    expect(resolveFilters(noFilters, noOrders)).toMatchObject({ range: 'coming', order: 'earliest' })
    expect(resolveFilters({ ...noFilters, shopId: '5' }, noOrders).range).toBe('coming')
  })

  it.each([
    { search: 'wba' },
    { status: 'completed' },
    { from: '2026-12-07T09:00' },
    { to: '2026-12-07T09:00' },
  ] as const)('look through every appointment for %o, unless a range is chosen', (narrowing) => {
    const asked = { ...noFilters, ...narrowing }
    expect(resolveFilters(asked, noOrders)).toMatchObject({ range: 'all', order: 'latest' })
    expect(resolveFilters({ ...asked, range: 'today' }, noOrders)).toMatchObject({
      range: 'today',
      order: 'earliest',
    })
  })

  it('take the order of the address, else the remembered one of ranges ahead or back', () => {
    const chosen = { ahead: 'latest', back: 'earliest' } as const
    expect(resolveFilters(noFilters, chosen).order).toBe('latest')
    expect(resolveFilters({ ...noFilters, range: 'done_not_charged' }, chosen).order).toBe('earliest')
    expect(resolveFilters({ ...noFilters, order: 'earliest' }, chosen).order).toBe('earliest')
  })

  it('are sent to the server under its names', () => {
    const filters = resolveFilters({ ...noFilters, shopId: '5', search: ' wba ' }, noOrders)
    expect(listQueryOf(filters)).toEqual({ shopId: '5', search: 'wba', range: 'all', order: 'latest' })
  })
})
