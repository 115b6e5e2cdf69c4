/** What an account may be. What each may do is in `permissions.ts`. */
export const roles = ['customer', 'shop', 'administrator'] as const
export type Role = (typeof roles)[number]
