import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import { appointmentColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'
import type { AppointmentRow } from './appointment-row.ts'
import type { MailedAppointment } from './tell-customer.ts'

/** The row of a claim, as it is written. */
export type Claim = MailedAppointment &
  Pick<AppointmentRow, 'bay_id' | 'customer_id' | 'state' | 'claim_expires_at' | 'created_at'>

/** A claim to be written, and the customer's key of its order with that one's digest; none when the caller sent none. */
export type NewClaim = { claim: Claim; request: { key: string; digest: string } | null }

/** All that may be written; what a claim does not say yet is null. */
const writtenColumns = sql.join(
  appointmentColumns.filter((column) => column !== 'search_text').map((column) => sql.ref(column)),
)

type KeyedClaim = Claim & { idempotency_key?: string; order_digest?: string }

const claimIfFree = statement((tx, { idempotency_key, order_digest, ...claim }: KeyedClaim) => {
  const columns = Object.keys(claim) as (keyof Claim)[]
  const claiming = tx
    // Somebody who deletes their account at this moment is waited for.
    .with('customer', (db) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', claim.customer_id)
        .where('disabled_at', 'is', null)
        .forKeyShare(),
    )
    .with('claimed', (db) =>
      db
        .insertInto('appointments')
        .columns(columns)
        .expression((from) =>
          from.selectFrom('customer').select(columns.map((column) => sql.val(claim[column]).as(column))),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'shop_id']),
    )
  const remembering =
    idempotency_key === undefined
      ? claiming
      : claiming.with('remembered', (db) =>
          db
            .insertInto('order_requests')
            .columns([
              'customer_id',
              'idempotency_key',
              'order_digest',
              'created_at',
              'appointment_id',
              'shop_id',
            ])
            .expression((from) =>
              from
                .selectFrom('claimed')
                .select([
                  sql.val(claim.customer_id).as('customer_id'),
                  sql.val(idempotency_key).as('idempotency_key'),
                  sql.val(order_digest).as('order_digest'),
                  sql.val(claim.created_at).as('created_at'),
                ])
                .select(['id', 'shop_id']),
            ),
        )
  return remembering.selectNoFrom((from) => [
    from.exists(from.selectFrom('claimed').select('id')).as('isClaimed'),
    from.exists(from.selectFrom('customer').select('id')).as('isCustomer'),
  ])
})

const claimAllIfFree = statement(
  (_tx, { claims, requests }: { claims: string; requests: string }) => sql<object>`
    with given as (select ${writtenColumns} from json_populate_recordset(null::appointments, ${claims}::json)),
    customer as (
      select id from users where id in (select customer_id from given) and disabled_at is null
        for key share skip locked),
    claimed as (
      insert into appointments (${writtenColumns})
        select ${writtenColumns} from given where customer_id in (select id from customer)
        on conflict do nothing returning id)
    insert into order_requests (customer_id, idempotency_key, order_digest, created_at, appointment_id, shop_id)
      select customer_id, idempotency_key, order_digest, created_at, appointment_id, shop_id
        from json_populate_recordset(null::order_requests, ${requests}::json)
        where appointment_id in (select id from claimed)`,
)

/**
 * Writes several claims and which appointments their keys stand for. It waits for nobody: what cannot be written at once is left out, and the
 * hold that is written for it next is refused by the database, and everything with it.
 */
export async function insertClaims(tx: Queryable, claims: readonly NewClaim[]): Promise<void> {
  const [only] = claims
  if (only && claims.length === 1) return insertClaim(tx, only)
  const requests = claims.flatMap(({ claim, request }) =>
    request
      ? [
          {
            customer_id: claim.customer_id,
            idempotency_key: request.key,
            order_digest: request.digest,
            created_at: claim.created_at,
            appointment_id: claim.id,
            shop_id: claim.shop_id,
          },
        ]
      : [],
  )
  await claimAllIfFree(tx, {
    claims: JSON.stringify(claims.map(({ claim }) => claim)),
    requests: JSON.stringify(requests),
  })
}

/**
 * Writes the claim of a customer who still has an account, and which appointment their key stands for. Refuses as `slot_taken` when
 * the bay was taken by someone who went around the shop's turn (the constraint says so without an error, and never lets two
 * in), and as `not_signed_in` when the customer is gone. A key that came twice at once makes the second one fail as a duplicate.
 */
async function insertClaim(tx: Queryable, { claim, request }: NewClaim): Promise<void> {
  const remembered = request ? { idempotency_key: request.key, order_digest: request.digest } : {}
  const [said] = await claimIfFree(tx, { ...claim, ...remembered })
  if (said?.isClaimed) return
  if (!said?.isCustomer) refuse('not_signed_in')
  refuse('slot_taken', { field: 'date' })
}
