import { createHash } from 'node:crypto'
import type { SocialProvider } from './social-modes.ts'

export interface Person {
  name: string
  email: string
  sharesEmail: boolean
  /** Whether the provider vouches for the address; Facebook says nothing of it. */
  emailVerified: boolean
  /** More than the provider says of a person, for those who test what is made of it. */
  claims: Record<string, unknown>
}

function person(name: string, email: string, sharesEmail = true): Person {
  return { name, email, sharesEmail, emailVerified: true, claims: {} }
}

/** Those who are signed in at the provider already. */
export const READY_PEOPLE: readonly Person[] = [
  person('Jordan Lee', 'jordan.lee@example.test'),
  person('Sam Rivera', 'sam.rivera@example.test'),
  person('Riley Chen', 'riley.chen@example.test', false),
]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Reads what the form of another account says; a sentence where it cannot be. */
export function readPerson(form: URLSearchParams): Person | string {
  const name = (form.get('name') ?? '').trim()
  const email = (form.get('email') ?? '').trim()
  if (name === '' || name.length > 200) return 'Enter a name.'
  if (!EMAIL.test(email) || email.length > 254) return 'Enter an email address.'
  const claims = readClaims(form.get('claims'))
  if (!claims) return 'Claims must be a JSON object.'
  return {
    name,
    email,
    sharesEmail: !form.has('shares_no_email'),
    emailVerified: !form.has('unverified'),
    claims,
  }
}

function readClaims(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The same address is always the same person: 21 digits as Google numbers people, 16 as Facebook does within one app. */
export function subjectOf(provider: SocialProvider, email: string): string {
  const digest = createHash('sha256').update(`${provider}:${email.toLowerCase()}`).digest()
  const number = digest.readBigUInt64BE() * 1_000_003n + digest.readBigUInt64BE(8)
  const digits = number.toString().padStart(21, '7')
  return provider === 'google' ? `1${digits.slice(-20)}` : `1${digits.slice(-15)}`
}
