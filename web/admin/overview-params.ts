import { askedShopOf } from './admin-view.ts'

export const overviewPeriods = ['4', '12', '26', '52'] as const
export type OverviewPeriod = (typeof overviewPeriods)[number]

/** What the address of the overview asks for. No shop means all that one may see. */
export type OverviewParams = { shopId: number | null; weeks: OverviewPeriod }

const usualWeeks: OverviewPeriod = '12'

export function overviewParamsOf(search: string): OverviewParams {
  const asked = new URLSearchParams(search).get('weeks')
  return {
    shopId: askedShopOf(search),
    weeks: overviewPeriods.find((weeks) => weeks === asked) ?? usualWeeks,
  }
}

/** The query of the same address with another place of the overview; what else it says stays. */
export function overviewQueryWith(search: string, change: Partial<OverviewParams>): string {
  const query = new URLSearchParams(search)
  const { shopId, weeks } = { ...overviewParamsOf(search), ...change }
  if (shopId === null) query.delete('shop')
  else query.set('shop', String(shopId))
  if (weeks === usualWeeks) query.delete('weeks')
  else query.set('weeks', weeks)
  return query.toString()
}
