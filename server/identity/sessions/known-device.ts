import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { accountEmail } from '../../../contract/identity/identity.ts'
import { retentionDays } from '../../../contract/retention.ts'
import type { Context } from '../../context.ts'
import { cookiesOf, type Device } from './device.ts'

const days = retentionDays.knownDevice
/** Limit of known accounts per browser, because each one enlarges every request. */
const maxAccounts = 8

function keyOf({ secrets }: Context): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.sessionSecret, '', 'known-device', 32))
}

function isSecure({ config }: Context): boolean {
  return config.publicUrl.startsWith('https:')
}

/**
 * The `__Secure-` prefix: a browser accepts such a cookie over https only, so an attacker on the network
 * cannot plant one.
 */
function namePrefix(context: Context): string {
  return isSecure(context) ? '__Secure-dashfit.device_' : 'dashfit.device_'
}

/** An HMAC as the name: outsiders can neither read the account from it nor compute it. */
function cookieName(context: Context, email: string): string {
  const digest = createHmac('sha256', keyOf(context)).update(`account ${accountEmail(email)}`)
  return namePrefix(context) + digest.digest('base64url').slice(0, 16)
}

/**
 * `passwordHash` is empty for an unproven account without a password, and 'proven' for a proven one: a device
 * of the stranger who created an account is not known to the owner who proves it. `secondFactor` is the id of
 * the active one.
 */
type Factors = { passwordHash: string; secondFactor: string | null }
type Stamp = { email: string; issuedAt: number; nonce: string } & Factors

/**
 * The signature covers the password and the second factor, so a change of either invalidates it. An attacker
 * who knew the password before the second factor existed could otherwise have registered many devices, each
 * with attempts of its own.
 */
function sign(context: Context, { email, passwordHash, secondFactor, issuedAt, nonce }: Stamp): string {
  const passed = createHash('sha256')
    .update(JSON.stringify([passwordHash, secondFactor]))
    .digest('base64url')
  const payload = ['device', accountEmail(email), passed, issuedAt, nonce].join(' ')
  return createHmac('sha256', keyOf(context)).update(payload).digest('base64url')
}

/** The value of a known device's cookie: issue time (milliseconds since 1970), nonce and signature. */
export function deviceCookieValue(context: Context, stamp: Stamp): string {
  return `${stamp.issuedAt}.${stamp.nonce}.${sign(context, stamp)}`
}

/** A person's present password hash and second factor; null without an account. */
async function findFactors(
  { database }: Context,
  by: { email: string } | { id: string },
): Promise<(Factors & { email: string }) | null> {
  const [column, value] = 'id' in by ? (['u.id', by.id] as const) : (['u.email', by.email] as const)
  const row = await database.db
    .selectFrom('users as u')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').on('a.provider_id', '=', 'credential'),
    )
    .leftJoin('two_factors as f', (join) =>
      join.onRef('f.user_id', '=', 'u.id').on('u.two_factor_enabled', '=', true),
    )
    .select(['u.email', 'u.email_verified', 'a.password', 'f.id'])
    .where(column, '=', value)
    .executeTakeFirst()
  if (!row) return null
  const passwordHash = row.password ?? (row.email_verified ? 'proven' : '')
  return { email: row.email, passwordHash, secondFactor: row.id }
}

/**
 * The nonce of a known device: one whose owner signed in to this account with the present password and second
 * factor; null for any other. It affects rate limits only. Forged cookies, those of other accounts and those
 * older than 180 days are ignored.
 */
export async function findKnownDevice(
  context: Context,
  device: Device,
  email: string,
): Promise<string | null> {
  // Only a request with such a cookie queries the database, so response times do not reveal accounts.
  const value = cookiesOf(device).get(cookieName(context, email))
  const [issued, nonce, signature, more] = value?.split('.') ?? []
  if (!issued || !nonce || !signature || more !== undefined) return null
  const issuedAt = Number(issued)
  const age = Date.now() - issuedAt
  if (!Number.isSafeInteger(issuedAt) || age < -60_000 || age > days * 86_400_000) return null
  const passed = await findFactors(context, { email: accountEmail(email) })
  if (passed === null) return null
  const expected = Buffer.from(sign(context, { ...passed, issuedAt, nonce }))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null
}

/**
 * The Set-Cookie headers that make the caller's browser a known device of this person after a sign-in.
 */
export async function rememberDevice(context: Context, device: Device, userId: string): Promise<string[]> {
  const passed = await findFactors(context, { id: userId })
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
    .slice(maxAccounts - 1)
  return [line(name, value, days * 86_400), ...tooMany.map(([other]) => line(other, '', 0))]
}
