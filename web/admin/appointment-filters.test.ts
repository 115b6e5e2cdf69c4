import { describe, expect, it } from 'vitest'
import { addressQueryOf, filtersOf, isFiltered, listQueryOf, noFilters } from './appointment-filters.ts'

describe('the filters of Appointment Management', () => {
  it('survive a round trip through the address', () => {
    const filters = {
      search: 'Zoë & <b>"Ünal"</b>',
      status: 'cancelled',
      from: '2026-12-07T09:00',
      to: '2026-12-08T16:30',
      shopId: '5',
      order: 'earliest',
    } as const
    expect(filtersOf(`?${addressQueryOf(filters)}`)).toEqual(filters)
  })

  it('leave the address without parameters by default', () => {
    expect(addressQueryOf(noFilters)).toBe('')
    expect(addressQueryOf({ ...noFilters, search: '   ' })).toBe('')
    expect(isFiltered({ ...noFilters, order: 'earliest' })).toBe(false)
  })

  it('ignore unknown values of an address', () => {
    expect(filtersOf('?status=paid&from=tomorrow&to=2026-02-30T09:00&shop=-1&order=up')).toEqual(noFilters)
  })

  it('are sent to the server under its names', () => {
    expect(listQueryOf({ ...noFilters, shopId: '5', search: ' wba ' })).toEqual({
      shopId: '5',
      search: 'wba',
    })
  })
})
