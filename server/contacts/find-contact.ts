import { sql, type Selectable } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { isUuid } from '../database/uuid.ts'
import { inScope, requireStillInScope, type ShopScope } from '../identity/sessions/shop-scope.ts'

export type ContactRow = Selectable<Tables['contacts']>

/**
 * Whether the shop knows a contact `c`: staff added it, or an order of the person was paid for. An order that
 * was never paid for is not shown to the shop. The limit keeps PostgreSQL from reading every appointment once
 * instead of those of each contact.
 */
export const isKnown = sql<boolean>`(c.created_by is not null or coalesce((
  select true from appointments k where k.contact_id = c.id and k.state <> 'released' limit 1), false))`

function selectInScope(db: Queryable, scope: ShopScope, id: string) {
  return db
    .selectFrom('contacts as c')
    .selectAll('c')
    .where('c.id', '=', id)
    .where(inScope(scope, 'c.shop_id'))
    .where(isKnown)
}

/**
 * Returns a contact in scope, or the one it was merged into. Refuses a missing one and one out of scope alike
 * as `not_found`.
 */
export async function getContact(db: Queryable, scope: ShopScope, id: string): Promise<ContactRow> {
  if (!isUuid(id)) return refuse('not_found')
  // A merge is only known by the record that was kept.
  const { rows } = await sql<{ id: string }>`
    with recursive followed as (
      select id, shop_id, merged_into from contacts where id = ${id}
      union all
      select c.id, c.shop_id, c.merged_into from followed f
        join contacts c on c.shop_id = f.shop_id and c.id = f.merged_into)
    select id from followed where merged_into is null`.execute(db)
  return (await selectInScope(db, scope, rows[0]?.id ?? id).executeTakeFirst()) ?? refuse('not_found')
}

/**
 * Locks a contact in scope until the transaction ends. Refuses a missing one and one out of scope alike as
 * `not_found`, and one that was merged into another as `contact_merged`.
 */
export async function lockContact(tx: Queryable, scope: ShopScope, id: string): Promise<ContactRow> {
  if (!isUuid(id)) return refuse('not_found')
  const contact = await tx
    .selectFrom('contacts as c')
    .selectAll('c')
    .where('c.id', '=', id)
    .where(inScope(scope, 'c.shop_id'))
    // The appointments of a merged contact stand with the kept one.
    .where(sql<boolean>`(${isKnown} or c.merged_into is not null)`)
    .forUpdate('c')
    .executeTakeFirst()
  if (!contact) return refuse('not_found')
  await requireStillInScope(tx, scope, contact.shop_id)
  if (contact.merged_into !== null) refuse('contact_merged')
  return contact
}
