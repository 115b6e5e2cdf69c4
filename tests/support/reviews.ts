import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

type ReviewFacts = {
  shopId?: number
  appointmentId?: string | null
  customerId?: string | null
  openedAt?: Date
}

/** Writes an open fitment review, of the built-in shop unless told otherwise, and returns its id. */
export async function insertReview(
  pool: Pick<Pool, 'query'>,
  { shopId = 5, appointmentId = null, customerId = null, openedAt = new Date() }: ReviewFacts = {},
): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into fitment_reviews (id, shop_id, appointment_id, customer_id, package_id, contact_email, vehicle_year,
       vehicle_make, vehicle_model, reason, opened_at)
     values ($1, $2, $3, $4, 1, $5, 2016, 'BMW', 'X5', 'Two head units were sold that year.', $6)`,
    [id, shopId, appointmentId, customerId, appointmentId === null ? 'asks@example.test' : null, openedAt],
  )
  return id
}
