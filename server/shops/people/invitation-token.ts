import { createHash, randomBytes } from 'node:crypto'

/** A new token for the link of an invitation: 256 random bits. */
export function newInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: a reader of the database cannot open the link. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
