import type { Queryable } from '../database/open-database.ts'
import { listOwners } from './shop-owners.ts'

/** Lists the addresses of the administrators with a right to sign in. */
export async function listAdministratorAddresses(db: Queryable): Promise<string[]> {
  const administrators = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .orderBy('email')
    .execute()
  return administrators.map(({ email }) => email)
}

/** Lists the addresses for news about a shop's work: its owners', or administrators' while suspended. */
export async function listCaretakerAddresses(db: Queryable, shopId: number): Promise<string[]> {
  const shop = await db.selectFrom('shops').select('status').where('id', '=', shopId).executeTakeFirst()
  return shop?.status === 'suspended' ? listAdministratorAddresses(db) : listShopAddresses(db, shopId)
}

/** Lists the addresses of a shop's owners, or of the administrators where it has none. */
export async function listShopAddresses(db: Queryable, shopId: number): Promise<string[]> {
  const owners = await listOwners(db, shopId)
  return owners.length > 0 ? owners.map(({ email }) => email) : listAdministratorAddresses(db)
}
