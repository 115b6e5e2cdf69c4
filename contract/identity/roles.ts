/** Roles of an account. `permissions.ts` lists the allowed actions of each. */
export const roles = ['customer', 'shop', 'administrator'] as const
export type Role = (typeof roles)[number]
