/** Roles of an account: `shop` is an account that was made with the registration of a shop. */
export const roles = ['customer', 'shop', 'administrator'] as const
export type Role = (typeof roles)[number]

/** Roles of a person at one shop. A person may have a role at several shops. */
export const shopRoles = ['owner', 'desk', 'technician'] as const
export type ShopRole = (typeof shopRoles)[number]

/**
 * Roles as permissions read them: of an account, and of a person at one shop. The owner and the desk of a
 * suspended shop may do less than those of other shops.
 */
export const standings = [
  'customer',
  'shop',
  'technician',
  'desk',
  'owner',
  'suspendedShop',
  'administrator',
] as const
export type Standing = (typeof standings)[number]

/** False for a role that only a newer version of the product knows. */
export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)

/** False for a role that only a newer version of the product knows. */
export const isShopRole = (role: string): role is ShopRole => (shopRoles as readonly string[]).includes(role)

/** The standing of a person at a shop. A technician of a suspended shop still does the work of its day. */
export function standingOf({ role, isSuspended }: { role: ShopRole; isSuspended: boolean }): Standing {
  return isSuspended && role !== 'technician' ? 'suspendedShop' : role
}
