import { sql } from 'kysely'
import type { CustomerLimitName } from '../../contract/booking/customer-limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'

/** A decision in force: a block, which names no limit, or a lifted limit. */
type InForce =
  | { limit_name: null; lifted_until: null }
  | { limit_name: CustomerLimitName; lifted_until: Date }

/** The decisions of administrators that are in force about a customer. */
export type CustomerRestrictions = { isBlocked: boolean; lifted: ReadonlyMap<CustomerLimitName, Date> }

/**
 * The decisions in force about all customers, as a subquery with the columns of `customer_decisions`: of each
 * kind the newest one, unless it unblocks or has ended.
 */
export function decisionsInForce(now: number) {
  return sql`(select * from (
      select distinct on (customer_id, limit_name) *
        from customer_decisions order by customer_id, limit_name, id desc) newest
      where decision = 'block' or lifted_until > ${new Date(now)})`
}

/**
 * Finds the restrictions of a customer. To enforce them, read them under `lockCustomer`, which a new decision
 * takes too.
 */
export async function findRestrictions(
  tx: Queryable,
  customerId: string,
  now: number,
): Promise<CustomerRestrictions> {
  const { rows } = await sql<InForce>`
    select limit_name, lifted_until from ${decisionsInForce(now)} d where customer_id = ${customerId}`.execute(
    tx,
  )
  return {
    isBlocked: rows.some(({ limit_name: limit }) => limit === null),
    lifted: new Map(
      rows.flatMap((row) => (row.limit_name === null ? [] : [[row.limit_name, row.lifted_until]])),
    ),
  }
}

/** Refuses a blocked customer as `customer_blocked`. */
export function requireNotBlocked({ isBlocked }: CustomerRestrictions): void {
  if (isBlocked) refuse('customer_blocked')
}
