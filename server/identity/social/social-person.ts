import * as z from 'zod/mini'
import { displayName, email as emailSchema } from '../../../contract/identity/identity.ts'
import { firstCharacters } from '../../first-characters.ts'

/** A provider's profile of a person. Other fields, such as a role, are ignored. */
export type SocialPerson = {
  name?: unknown
  email?: unknown
  /** Whether the provider has verified the address. */
  emailVerified: boolean
  photo?: unknown
}

const maxNameLength = 120
const maxPhotoLength = 500

function readName(given: unknown, email: string): string {
  // The characters that a typed name may not contain either.
  const name =
    typeof given === 'string'
      ? given.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
      : ''
  const cut = firstCharacters(name, maxNameLength).trim()
  return displayName.safeParse(cut).success ? cut : (email.split('@')[0] ?? '').slice(0, maxNameLength)
}

function readPhoto(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxPhotoLength || !URL.canParse(given)) return null
  const { protocol, href } = new URL(given)
  return protocol === 'https:' && href.length <= maxPhotoLength ? href : null
}

/**
 * A new account's fields from the provider's profile: the address in lower case, a name that is never empty,
 * and the photo if it is an https address of at most 500 characters. An invalid address becomes null.
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
