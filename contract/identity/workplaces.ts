import type { Workplace } from './identity.ts'
import { scopeOf, type Action } from './permissions.ts'
import { standingOf, type Role, type Standing } from './roles.ts'

type Person = { role: Role; workplaces: readonly Workplace[] }

/** The standing of a person towards the objects of a shop: the account's role where they do not work. */
export function standingAt({ role, workplaces }: Person, shopId: number): Standing {
  if (role === 'administrator') return role
  const there = workplaces.find((each) => each.shopId === shopId)
  return there ? standingOf(there) : role
}

/** The standings of a person: of the account, then at each shop. */
export function standingsOf({ role, workplaces }: Person): Standing[] {
  return role === 'administrator' ? [role] : [role, ...workplaces.map(standingOf)]
}

/** The ids of the shops where a person's role allows an action. An administrator needs none. */
export function shopsWith({ workplaces }: Person, action: Action): number[] {
  return workplaces
    .filter((each) => scopeOf(standingOf(each), action) === 'ownShop')
    .map(({ shopId }) => shopId)
}

/** The role in which a member of the staff appears to others, for instance in a mail to the customer. */
export function staffRoleOf({ role }: Pick<Person, 'role'>): 'shop' | 'administrator' {
  return role === 'administrator' ? role : 'shop'
}
