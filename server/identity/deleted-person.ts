import { randomBytes } from 'node:crypto'
import type { Role } from '../../contract/identity/roles.ts'

const domain = 'deleted.invalid'

/** What stands in place of the address of somebody who left: no mail server answers for it (RFC 2606). */
export function newDeletedAddress(): string {
  return `deleted-${randomBytes(9).toString('hex')}@${domain}`
}

/** Whether an address is that of somebody who left. */
export function isDeletedAddress(email: string): boolean {
  return email.endsWith(`@${domain}`)
}

/** For a query: what the addresses of all who left look like. */
export const deletedAddressPattern = `deleted-%@${domain}`

/** What stands in place of the name of somebody who left. */
export const deletedNames: Record<Role, string> = {
  customer: 'Deleted customer',
  shop: 'Deleted shop',
  administrator: 'Deleted administrator',
}

/** Ten digits that no phone has. */
export const deletedPhone = '0000000000'
