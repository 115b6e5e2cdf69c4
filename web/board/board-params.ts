import { isDay } from '../../contract/time.ts'
import { askedShopOf } from '../workspace/current-shop.ts'

export type BoardSpan = 'day' | 'week'

/** The board's parameters in the address. No shop means the first one, no day means today. */
export type BoardParams = { shopId: number | null; day: string | null; span: BoardSpan }

export function boardParamsOf(search: string): BoardParams {
  const asked = new URLSearchParams(search)
  const day = asked.get('day')
  return {
    shopId: askedShopOf(search),
    day: day !== null && day.startsWith('20') && isDay(day) ? day : null,
    span: asked.get('span') === 'week' ? 'week' : 'day',
  }
}

/** The query of the same address with changed board parameters; other parameters stay. */
export function boardQueryWith(search: string, change: Partial<BoardParams>): string {
  const query = new URLSearchParams(search)
  const { shopId, day, span } = { ...boardParamsOf(search), ...change }
  const wanted = { shop: shopId === null ? null : String(shopId), day, span: span === 'week' ? span : null }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.toString()
}
