import type { ShopRole } from '../../contract/identity/roles.ts'
import type { MoneyWorld } from './money.ts'
import { openShop, signUp, type Person } from './people.ts'
import { proveOwnAddress } from './proven-addresses.ts'
import type { World } from './start-world.ts'

/** Adds a new person with a proven address to a shop. */
export async function joinShop(world: World, shopId: number, role: ShopRole): Promise<Person> {
  const person = await signUp(world)
  await proveOwnAddress(world, person.email)
  await world.context.database.pool.query(
    'insert into shop_members (shop_id, user_id, role) select $1, id, $2 from users where email = $3',
    [shopId, role, person.email],
  )
  return person
}

/** Ends the work of a person at a shop. */
export async function leaveShop(world: World, shopId: number, { email }: Person): Promise<void> {
  await world.context.database.pool.query(
    'delete from shop_members where shop_id = $1 and user_id = (select id from users where email = $2)',
    [shopId, email],
  )
}

/** Opens an approved shop with a person at its desk. */
export async function openStaffedShop(
  world: MoneyWorld,
): Promise<{ owner: Person; desk: Person; shopId: number }> {
  const { shop: owner, shopId } = await openShop(world, world.administrator)
  return { owner, desk: await joinShop(world, shopId, 'desk'), shopId }
}
