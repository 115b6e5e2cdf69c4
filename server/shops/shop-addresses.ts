import type { Queryable } from '../database/open-database.ts'

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

/** Lists who looks after a shop's appointments: its owner, or the administrators while it is suspended. */
export async function listCaretakerAddresses(db: Queryable, shopId: number): Promise<string[]> {
  const shop = await db.selectFrom('shops').select('status').where('id', '=', shopId).executeTakeFirst()
  return shop?.status === 'suspended' ? listAdministratorAddresses(db) : listShopAddresses(db, shopId)
}

/** Lists the address of a shop's owner, or of the administrators where it has none. */
export async function listShopAddresses(db: Queryable, shopId: number): Promise<string[]> {
  const owner = await db
    .selectFrom('shops as s')
    .innerJoin('users as u', 'u.id', 's.owner_id')
    .select('u.email')
    .where('s.id', '=', shopId)
    .executeTakeFirst()
  return owner ? [owner.email] : listAdministratorAddresses(db)
}
