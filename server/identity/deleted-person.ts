import { randomBytes } from 'node:crypto'
import type { Role } from '../../contract/identity/roles.ts'

const domain = 'deleted.invalid'

/** A replacement for a deleted person's address, in a domain without a mail server (RFC 2606). */
export function newDeletedAddress(): string {
  return `deleted-${randomBytes(9).toString('hex')}@${domain}`
}

/** Whether an address belongs to a deleted person. */
export function isDeletedAddress(email: string): boolean {
  return email.endsWith(`@${domain}`)
}

/** SQL pattern of the addresses of deleted people. */
export const deletedAddressPattern = `deleted-%@${domain}`

/** Names shown for deleted people. */
export const deletedNames: Record<Role, string> = {
  customer: 'Deleted customer',
  shop: 'Deleted shop',
  administrator: 'Deleted administrator',
}

/** Ten digits that are no valid phone number. */
export const deletedPhone = '0000000000'
