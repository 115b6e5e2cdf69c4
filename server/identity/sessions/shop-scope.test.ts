import { expect, test } from 'vitest'
import type { Role, ShopRole } from '../../../contract/identity/roles.ts'
import { inScope, shopScope } from './shop-scope.ts'

const at = (shopId: number, role: string, isSuspended = false) => ({
  shopId,
  shopName: 'A shop',
  role: role as ShopRole,
  isSuspended,
})
const personOf = (role: string, ...workplaces: ReturnType<typeof at>[]) => ({
  id: 'someone',
  role: role as Role,
  workplaces,
})

test('an administrator has all shops in scope, a person those where their role allows the action', () => {
  expect(shopScope(personOf('administrator'), 'shop.change')).toEqual({ shops: 'all' })
  const person = personOf(
    'customer',
    at(5, 'desk'),
    at(7, 'owner'),
    at(9, 'technician'),
    at(11, 'owner', true),
  )
  const standings: Record<number, string> = { 5: 'desk', 7: 'owner', 9: 'technician', 11: 'suspendedShop' }
  const own = (...shopIds: number[]) => ({
    shops: 'own',
    userId: 'someone',
    shopIds,
    standings: Object.fromEntries(shopIds.map((id) => [id, standings[id]])),
  })
  expect(shopScope(person, 'appointment.read')).toEqual(own(5, 7, 11))
  expect(shopScope(person, 'board.read')).toEqual(own(5, 7))
  expect(shopScope(person, 'shop.change')).toEqual(own(7))
  expect(shopScope(person, 'work.read')).toEqual(own(5, 7, 9))
  expect(shopScope(person, 'shop.changeStatus')).toEqual({ shops: 'none' })
})

test('a query of a customer, a shop without members or an unknown role is refused before it reaches the database', () => {
  const persons = [
    ...['customer', 'shop', 'owner', '', '__proto__', 'constructor'].map((role) => personOf(role)),
    ...['manager', '', '__proto__', 'constructor', 'administrator'].map((role) =>
      personOf('customer', at(5, role)),
    ),
  ]
  for (const person of persons) {
    const scope = shopScope(person, 'shop.read')
    expect(scope).toEqual({ shops: 'none' })
    for (const column of ['s.id', 'shops.id', 'a.shop_id'] as const)
      expect(() => inScope(scope, column)).toThrow('permission')
  }
})
