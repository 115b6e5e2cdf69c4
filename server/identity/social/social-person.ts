import * as z from 'zod/mini'
import { email as emailSchema } from '../../../contract/identity/identity.ts'

/** What a provider says of a person. Nothing else of it is read: a role among it means nothing. */
export type SocialPerson = {
  name?: unknown
  email?: unknown
  /** Whether the provider says that it has proven the address. */
  emailVerified: boolean
  photo?: unknown
}

const longestName = 120
const longestPhoto = 500

function readName(given: unknown, email: string): string {
  // What a name that is typed here may not hold either.
  const name =
    typeof given === 'string' ? given.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim() : ''
  const cut = Array.from(name).slice(0, longestName).join('').trim()
  return cut === '' ? (email.split('@')[0] ?? '').slice(0, longestName) : cut
}

function readPhoto(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > longestPhoto || !URL.canParse(given)) return null
  const { protocol, href } = new URL(given)
  return protocol === 'https:' && href.length <= longestPhoto ? href : null
}

/**
 * A new account's fields from what the provider says: the address in lower case, a name that is never empty, and the photo where
 * it is an https address of at most 500 characters. An address that cannot be written to is none.
 */
export function readSocialPerson({ name, email, emailVerified, photo }: SocialPerson) {
  const read = z.safeParse(emailSchema, email)
  const address = read.success ? read.data.toLowerCase() : ''
  const image = readPhoto(photo)
  return {
    name: readName(name, address),
    email: address === '' ? null : address,
    emailVerified: address !== '' && emailVerified,
    ...(image === null ? {} : { image }),
  }
}
