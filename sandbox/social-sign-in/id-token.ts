import { randomBytes } from 'node:crypto'
import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import { GOOGLE_CLIENT } from './clients.ts'
import type { Person } from './people.ts'
import { subjectOf } from './people.ts'
import { pictureUrl } from './picture.ts'
import { ALGORITHMS, signToken } from './signing-key.ts'
import type { SocialRecords } from './social-records.ts'
import { currentSocial } from './social-switch.ts'

const HOUR = 3600
const seconds = (): number => Math.floor(Date.now() / 1000)

/** Google's claims about a person within these scopes. */
export function googleClaims(person: Person, scopes: readonly string[], sandboxUrl: string): object {
  const [given, ...rest] = person.name.split(' ')
  return {
    sub: subjectOf('google', person.email),
    ...(scopes.includes('profile') && {
      name: person.name,
      given_name: given,
      ...(rest.length > 0 && { family_name: rest.join(' ') }),
      picture: pictureUrl(sandboxUrl, person.name),
    }),
    ...(scopes.includes('email') &&
      person.sharesEmail && { email: person.email, email_verified: person.emailVerified }),
    ...person.claims,
  }
}

/** The ID token of a code, valid for an hour, with the fault of the switch. */
export function googleIdToken(
  journal: Journal<SocialRecords>,
  issuer: string,
  claims: object,
  nonce: string | null,
): string {
  const { mode } = currentSocial(journal).google
  const issuedAt = mode === 'expired' ? seconds() - 2 * HOUR : seconds()
  const audience = mode === 'wrong_audience' ? 'somebody-else' : GOOGLE_CLIENT.id
  const said = mode === 'wrong_nonce' ? randomBytes(16).toString('hex') : nonce
  return signToken(
    journal,
    {
      iss: mode === 'wrong_issuer' ? 'https://accounts.example.test' : issuer,
      azp: audience,
      aud: audience,
      ...claims,
      ...(said !== null && { nonce: said }),
      iat: issuedAt,
      exp: issuedAt + HOUR,
    },
    { foreignKey: mode === 'wrong_signature' },
  )
}

const ORDER = [
  'provider',
  'email',
  'name',
  'emailVerified',
  'subject',
  'audience',
  'issuer',
  'issuedSecondsAgo',
  'expiresInSeconds',
  'nonce',
  'algorithm',
  'foreignKey',
  'claims',
] as const

/**
 * Makes an ID token as requested, like the token of a client that signs in with Google itself; a sentence
 * when the request is invalid.
 */
export function mintIdToken(
  journal: Journal<SocialRecords>,
  issuer: string,
  fields: Fields,
): { token: string; subject: string } | string {
  const unknown = unknownField(fields, ORDER)
  if (unknown !== undefined) return unknown
  if (fields['provider'] !== 'google')
    return 'provider must be google: Facebook is asked for no ID token here'
  const { email, name = email, emailVerified = true, claims = {}, foreignKey = false } = fields
  if (typeof email !== 'string' || email === '') return 'email must be an address'
  const { issuedSecondsAgo = 0, expiresInSeconds = HOUR - Number(issuedSecondsAgo) } = fields
  if (!Number.isFinite(issuedSecondsAgo) || !Number.isFinite(expiresInSeconds)) {
    return 'issuedSecondsAgo and expiresInSeconds must be numbers'
  }
  const algorithm = ALGORITHMS.find((known) => known === (fields['algorithm'] ?? 'RS256'))
  if (!algorithm) return `algorithm must be one of ${ALGORITHMS.join(', ')}`
  if (typeof claims !== 'object' || claims === null) return 'claims must be an object'
  if (typeof foreignKey !== 'boolean') return 'foreignKey must be true or false'
  const { audience = GOOGLE_CLIENT.id, subject = subjectOf('google', email), nonce } = fields
  if (typeof subject !== 'string') return 'subject must be text'
  const token = signToken(
    journal,
    {
      iss: fields['issuer'] ?? issuer,
      azp: audience,
      aud: audience,
      sub: subject,
      email,
      email_verified: emailVerified,
      name,
      ...(nonce !== undefined && { nonce }),
      ...claims,
      iat: seconds() - Number(issuedSecondsAgo),
      exp: seconds() + Number(expiresInSeconds),
    },
    { algorithm, foreignKey },
  )
  return { token, subject }
}
