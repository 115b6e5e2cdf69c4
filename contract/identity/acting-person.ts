import * as z from 'zod/mini'
import { isRole, roles } from './roles.ts'

/**
 * The person behind an entry of a history; null for the product itself. The role is null when only a newer
 * version of the product knows it.
 */
export const actingPerson = z.nullable(z.object({ name: z.string(), role: z.nullable(z.enum(roles)) }))
export type ActingPerson = z.infer<typeof actingPerson>

/** Reads an account's row, which a left join may have left empty. */
export function actingPersonOf({ name, role }: { name: string | null; role: string | null }): ActingPerson {
  if (name === null) return null
  return { name, role: role !== null && isRole(role) ? role : null }
}
