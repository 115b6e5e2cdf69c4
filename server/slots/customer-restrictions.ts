import { sql } from 'kysely'
import type { CustomerLimitName } from '../../contract/booking/customer-limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'

type StandingRow = { decision: string; limit_name: CustomerLimitName | null; lifted_until: Date | null }

/** The decisions of administrators that are in force about a customer. */
export type CustomerRestrictions = { isBlocked: boolean; lifted: ReadonlySet<CustomerLimitName> }

/** Finds the restrictions of a customer. Read it under `lockCustomer`, which a new decision takes too. */
export async function findRestrictions(
  tx: Queryable,
  customerId: string,
  now: number,
): Promise<CustomerRestrictions> {
  const { rows } = await sql<StandingRow>`
    select distinct on (limit_name) decision, limit_name, lifted_until
      from customer_decisions where customer_id = ${customerId}
      order by limit_name, id desc`.execute(tx)
  const lifted = rows.flatMap(({ limit_name: limit, lifted_until: until }) =>
    limit !== null && until !== null && until.getTime() > now ? [limit] : [],
  )
  return { isBlocked: rows.some(({ decision }) => decision === 'block'), lifted: new Set(lifted) }
}

/** Refuses a blocked customer as `customer_blocked`. */
export function requireNotBlocked({ isBlocked }: CustomerRestrictions): void {
  if (isBlocked) refuse('customer_blocked')
}
