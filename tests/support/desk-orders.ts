import { fitmentFor, fittingCar, fittingVin } from './orders.ts'
import type { Answer, Person } from './people.ts'
import type { World } from './start-world.ts'

let lastVin = 5_000

type Place = { shopId: number; date: string }

/** An order as a shop's desk sends it: a new car of a caller who pays at the shop. */
export function deskOrder(place: Place, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const productId = (changes['productId'] as number | undefined) ?? 1
  lastVin += 1
  const vehicleInfo = { ...fittingCar, vin: fittingVin(lastVin) }
  return {
    ...place,
    contact: { name: 'Dolores Haze', phone: '(626) 555-0177' },
    vehicleInfo,
    productId,
    payment: 'at_shop',
    ...fitmentFor(vehicleInfo, productId),
    ...changes,
  }
}

export function bookAtDesk(desk: Person, place: Place, changes?: Record<string, unknown>): Promise<Answer> {
  return desk.post('/api/admin/appointments', deskOrder(place, changes))
}

/** Adds a second bay to a shop with one, and returns the ids of both. */
export async function addSecondBay(world: World, owner: Person, shopId: number): Promise<[number, number]> {
  await owner.post(`/api/admin/shops/${shopId}/bays`, { name: 'Lift 2' })
  const { rows } = await world.context.database.pool.query<{ id: number }>(
    'select id from bays where shop_id = $1 order by id',
    [shopId],
  )
  const [first, second] = rows
  if (!first || !second) throw new Error(`the shop has ${rows.length} bays`)
  return [first.id, second.id]
}
