import { askedShopOf } from '../workspace/current-shop.ts'

export const overviewPeriods = ['4', '12', '26', '52'] as const
export type OverviewPeriod = (typeof overviewPeriods)[number]

/** The overview's parameters in the address. No shop means all shops in the user's scope. */
export type OverviewParams = { shopId: number | null; weeks: OverviewPeriod }

const usualWeeks: OverviewPeriod = '12'

export function overviewParamsOf(search: string): OverviewParams {
  const asked = new URLSearchParams(search).get('weeks')
  return {
    shopId: askedShopOf(search),
    weeks: overviewPeriods.find((weeks) => weeks === asked) ?? usualWeeks,
  }
}

/** The query of the same address with changed overview parameters; other parameters stay. */
export function overviewQueryWith(search: string, change: Partial<OverviewParams>): string {
  const query = new URLSearchParams(search)
  const { shopId, weeks } = { ...overviewParamsOf(search), ...change }
  if (shopId === null) query.delete('shop')
  else query.set('shop', String(shopId))
  if (weeks === usualWeeks) query.delete('weeks')
  else query.set('weeks', weeks)
  return query.toString()
}
