import { sql } from 'kysely'
import type { OwnMailKind } from '../../contract/people/own-mails.ts'
import type { Queryable } from '../database/open-database.ts'

/**
 * Lists the addresses of the owners and the desk of a shop who get a kind of mail, the longest member first.
 * None for a suspended shop: administrators look after its appointments. `exceptFor`: the person whose act
 * the mail reports.
 */
export async function listMailReaders(
  db: Queryable,
  shopId: number,
  kind: OwnMailKind,
  exceptFor: string | null = null,
): Promise<string[]> {
  const readers = await db
    .selectFrom('shop_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('shops as s', 's.id', 'm.shop_id')
    .select('u.email')
    .where('m.shop_id', '=', shopId)
    .where('m.role', 'in', ['owner', 'desk'])
    .where('u.disabled_at', 'is', null)
    .where('s.status', '!=', 'suspended')
    .where(sql<boolean>`not ${kind} = any (m.muted_mails)`)
    .where('u.id', 'is distinct from', exceptFor)
    .orderBy('m.joined_at')
    .orderBy('u.id')
    .execute()
  return readers.map(({ email }) => email)
}
