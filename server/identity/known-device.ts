import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountEmail } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { cookiesOf, type Device } from './device.ts'

const days = 180
/** So many accounts of one browser are known at once; more would only make its requests heavy. */
const mostAccounts = 8

function keyOf({ secrets }: Context): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.sessionSecret, '', 'known-device', 32))
}

function isSecure({ config }: Context): boolean {
  return config.publicUrl.startsWith('https:')
}

/** A browser takes a cookie of this name over https alone: no other machine on the way can put one in. */
function namePrefix(context: Context): string {
  return isSecure(context) ? '__Secure-dashfit.device_' : 'dashfit.device_'
}

/** Nobody but us can tell from the name whose account it is, or ask for it. */
function cookieName(context: Context, email: string): string {
  const digest = createHmac('sha256', keyOf(context)).update(`account ${accountEmail(email)}`)
  return namePrefix(context) + digest.digest('base64url').slice(0, 16)
}

/** `secondFactor` is the id of the one that is on. */
type Passed = { passwordHash: string; secondFactor: string | null }
type Stamp = { email: string; issuedAt: number; nonce: string } & Passed

/**
 * Ends with the password and the second factor that it was given for: whoever knew the password before there was a second factor could
 * have made themselves many devices, each with tries of its own.
 */
function sign(context: Context, { email, passwordHash, secondFactor, issuedAt, nonce }: Stamp): string {
  const passed = createHash('sha256')
    .update(JSON.stringify([passwordHash, secondFactor]))
    .digest('base64url')
  const said = ['device', accountEmail(email), passed, issuedAt, nonce].join(' ')
  return createHmac('sha256', keyOf(context)).update(said).digest('base64url')
}

/** The value of a known device's cookie: when it was given (milliseconds since 1970), its name, and our word for both. */
export function deviceCookieValue(context: Context, stamp: Stamp): string {
  return `${stamp.issuedAt}.${stamp.nonce}.${sign(context, stamp)}`
}

/** What a person passes at a sign-in with a password now; null where there is none to guess. */
async function findPassed(
  { database }: Context,
  by: { email: string } | { id: string },
): Promise<(Passed & { email: string }) | null> {
  const [column, value] = 'id' in by ? (['u.id', by.id] as const) : (['u.email', by.email] as const)
  const row = await database.db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .leftJoin('two_factors as f', (join) =>
      join.onRef('f.user_id', '=', 'u.id').on('u.two_factor_enabled', '=', true),
    )
    .select(['u.email', 'a.password', 'f.id'])
    .where(column, '=', value)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!row || row.password === null) return null
  return { email: row.email, passwordHash: row.password, secondFactor: row.id }
}

/**
 * The device from which the owner of this address has signed in before with the present password and second factor, by a name of its
 * own for its limits; null for any other. It grants nothing but those limits. Forged cookies, another account's and those older than
 * 180 days are worth nothing.
 */
export async function findKnownDevice(
  context: Context,
  device: Device,
  email: string,
): Promise<string | null> {
  // The database is asked only where such a cookie came, so the time of an answer tells nobody else whether there is an account.
  const value = cookiesOf(device).get(cookieName(context, email))
  const [issued, nonce, signature, more] = value?.split('.') ?? []
  if (!issued || !nonce || !signature || more !== undefined) return null
  const issuedAt = Number(issued)
  const age = Date.now() - issuedAt
  if (!Number.isSafeInteger(issuedAt) || age < -60_000 || age > days * 86_400_000) return null
  const passed = await findPassed(context, { email: accountEmail(email) })
  if (passed === null) return null
  const expected = Buffer.from(sign(context, { ...passed, issuedAt, nonce }))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null
}

/**
 * The Set-Cookie lines that make the caller's browser a known device of this person, once they have signed in; none where there is
 * no password to guess.
 */
export async function rememberDevice(context: Context, device: Device, userId: string): Promise<string[]> {
  const passed = await findPassed(context, { id: userId })
  if (passed === null) return []
  const secure = isSecure(context) ? '; Secure' : ''
  const line = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
  const name = cookieName(context, passed.email)
  const value = deviceCookieValue(context, {
    ...passed,
    issuedAt: Date.now(),
    nonce: randomBytes(16).toString('base64url'),
  })
  const issuedAt = (cookie: string) => Number(cookie.split('.')[0]) || 0
  const tooMany = [...cookiesOf(device)]
    .filter(([other]) => other.startsWith(namePrefix(context)) && other !== name)
    .sort(([, one], [, other]) => issuedAt(other) - issuedAt(one))
    .slice(mostAccounts - 1)
  return [line(name, value, days * 86_400), ...tooMany.map(([other]) => line(other, '', 0))]
}
