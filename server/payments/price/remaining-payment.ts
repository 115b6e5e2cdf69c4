import { sql } from 'kysely'

/** Whether a row `p` of `shop_payments` is neither the removal of a payment nor a removed payment. */
export const isRemainingPayment = sql<boolean>`(p.removes is null and not exists (
  select from shop_payments r where r.shop_id = p.shop_id and r.removes = p.id))`
