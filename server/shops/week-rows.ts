import type { z } from 'zod/mini'
import { weekdays, type businessHours } from '../../contract/shops/business-hours.ts'
import type { Queryable } from '../database/open-database.ts'

type BusinessHours = z.infer<typeof businessHours>

/** Replaces the weekly opening hours of a shop. */
export async function putWeek(tx: Queryable, shopId: number, week: BusinessHours): Promise<void> {
  await tx
    .insertInto('shop_hours')
    .values(
      weekdays.map((weekday, index) => {
        const { isOpen, open, close } = week[weekday]
        return { shop_id: shopId, weekday: index + 1, is_open: isOpen, opens_at: open, closes_at: close }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'weekday']).doUpdateSet((row) => ({
        is_open: row.ref('excluded.is_open'),
        opens_at: row.ref('excluded.opens_at'),
        closes_at: row.ref('excluded.closes_at'),
      })),
    )
    .execute()
}
