/** Roles of an account. `permissions.ts` lists the allowed actions of each. */
export const roles = ['customer', 'shop', 'administrator'] as const
export type Role = (typeof roles)[number]

/** A role as permissions read it: the owner of a suspended shop may do less than other shops. */
export const standings = ['customer', 'shop', 'suspendedShop', 'administrator'] as const
export type Standing = (typeof standings)[number]

/** False for a role that only a newer version of the product knows. */
export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)
