import { createHash } from 'node:crypto'
import type { SocialProvider } from './social-modes.ts'

export interface Person {
  name: string
  email: string
  sharesEmail: boolean
  /** Google's `email_verified`; Facebook has no such field. */
  emailVerified: boolean
  /** Additional claims, for tests of how the product treats them. */
  claims: Record<string, unknown>
}

function person(name: string, email: string, sharesEmail = true): Person {
  return { name, email, sharesEmail, emailVerified: true, claims: {} }
}

/** People who are already signed in at the provider. */
export const SIGNED_IN_PEOPLE: readonly Person[] = [
  person('Jordan Lee', 'jordan.lee@example.test'),
  person('Sam Rivera', 'sam.rivera@example.test'),
  person('Riley Chen', 'riley.chen@example.test', false),
]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Parses the form of another account; a sentence when it is invalid. */
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

/** A stable id per address: 21 digits as at Google, 16 as at Facebook (per app). */
export function subjectOf(provider: SocialProvider, email: string): string {
  const digest = createHash('sha256').update(`${provider}:${email.toLowerCase()}`).digest()
  const number = digest.readBigUInt64BE() * 1_000_003n + digest.readBigUInt64BE(8)
  const digits = number.toString().padStart(21, '7')
  return provider === 'google' ? `1${digits.slice(-20)}` : `1${digits.slice(-15)}`
}
