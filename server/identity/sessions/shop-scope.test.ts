import { expect, test } from 'vitest'
import type { Role } from '../../../contract/identity/roles.ts'
import { inScope, shopScope } from './shop-scope.ts'

const scopeOf = (role: string) => shopScope({ id: 'someone', role: role as Role })

test('an administrator has all shops in scope, a shop account its own', () => {
  expect(scopeOf('administrator')).toEqual({ shops: 'all' })
  expect(scopeOf('shop')).toEqual({ shops: 'own', ownerId: 'someone' })
})

test('a query of a customer or an unknown role is refused before it reaches the database', () => {
  for (const role of ['customer', 'technician', '', '__proto__', 'constructor']) {
    expect(scopeOf(role)).toEqual({ shops: 'none' })
    for (const column of ['s.id', 'shops.id', 'a.shop_id'] as const)
      expect(() => inScope(scopeOf(role), column)).toThrow('permission')
  }
})
