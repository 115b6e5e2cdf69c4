import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createBatcher } from '../concurrency/batcher.ts'
import type { Context } from '../context.ts'

/** SHA-256 of the order, the same for any order of its keys. */
export function digestOf(order: object): string {
  const canonical = JSON.stringify(order, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}

/** `customerId`: the person who sent the order, also for a caller. */
type OrderKey = { customerId: string; key: string }
export type OrderRequest = OrderKey & { appointmentId: string; orderDigest: string }

/** Batched: in a race for one slot every caller looks its key up, and most of them twice. */
const findInBatch = createBatcher<OrderKey, OrderRequest | undefined>({
  keyOf: ({ customerId, key }) => JSON.stringify([customerId, key]),
  run: async ({ database }, asked) => {
    const [customers, keys] = [asked.map(({ customerId }) => customerId), asked.map(({ key }) => key)]
    const { rows } = await sql<OrderRequest>`
      select customer_id as "customerId", idempotency_key as key, appointment_id as "appointmentId", order_digest as "orderDigest"
        from order_requests
        where (customer_id, idempotency_key) in (select * from unnest(${customers}::text[], ${keys}::text[]))`.execute(
      database.db,
    )
    return asked.map(({ customerId, key }) =>
      rows.find((row) => row.customerId === customerId && row.key === key),
    )
  },
})

/** The order that a person sent under an idempotency key before. */
export function findOrderRequest(context: Context, asked: OrderKey): Promise<OrderRequest | undefined> {
  return findInBatch(context, asked)
}
