import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceAfter } from '../../server/identity/sessions/device.ts'
import { deviceCookieValue, findKnownDevice } from '../../server/identity/sessions/known-device.ts'
import { openSession } from '../../server/identity/sessions/sign-in.ts'
import { newPassword, resetByMail, tryPassword } from '../support/passwords.ts'
import { goodPassword, newEmail, send, signIn, signUp, type Person } from '../support/people.ts'
import { atFullPasswordCost } from '../support/quick-passwords.ts'
import { startWorld, type AppProcess, type World } from '../support/start-world.ts'

let world: World
let other: AppProcess

beforeAll(async () => {
  world = await startWorld()
  other = await world.addProcess()
})
afterAll(() => world.stop())

const clearLimits = () => world.context.database.pool.query('delete from rate_limits')

/** The person's known-device cookie, as name=value. */
const deviceOf = (person: Person): string =>
  person.cookie.split('; ').find((pair) => pair.startsWith('dashfit.device_')) ?? ''

async function useUpAccount(email: string): Promise<void> {
  for (let count = 0; count < 11; count++) await tryPassword(world, email, 'guess-guess-guess')
  expect((await tryPassword(world, email, goodPassword)).status).toBe(429)
}

const setUses = (key: string, count: number) =>
  world.context.database.pool.query(
    `insert into rate_limits (id, key, count, last_request) values ($1, $1, $2, $3)
     on conflict (key) do update set count = $2, last_request = $3`,
    [key, count, Date.now()],
  )
const callers = ['::1', '127.0.0.1', '::ffff:127.0.0.1']

test('attempts are counted across processes, also concurrent ones', async () => {
  await clearLimits()
  const { email } = await signUp(world)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      tryPassword(index % 2 ? world : other, email, `guess-${index}-guess`),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(14)
})

test('the owner on a known device can sign in while others have locked the account', async () => {
  await clearLimits()
  const owner = await signUp(world)
  await useUpAccount(owner.email)
  const answer = await tryPassword(other, owner.email, goodPassword, deviceOf(owner))
  expect(answer.status).toBe(200)
  // Without the cookie the right password is not checked.
  expect((await tryPassword(other, owner.email, goodPassword)).status).toBe(429)
})

test('the owner on a known device can sign in while the network address is locked', async () => {
  await clearLimits()
  const owner = await signUp(world)
  for (const caller of callers) {
    await setUses(`sign-in:${caller}`, 1000)
    await setUses(`wrong-password-from:${caller}`, 1000)
  }
  expect((await tryPassword(world, owner.email, goodPassword)).status).toBe(429)
  expect((await tryPassword(world, owner.email, goodPassword, deviceOf(owner))).status).toBe(200)
  await clearLimits()
})

test('a known device has its own limits, which do not use up the account’s', async () => {
  await clearLimits()
  const owner = await signUp(world)
  for (let count = 0; count < 10; count++)
    expect((await tryPassword(world, owner.email, 'guess-guess-guess', deviceOf(owner))).status).toBe(401)
  expect((await tryPassword(world, owner.email, goodPassword, deviceOf(owner))).status).toBe(429)
  await signIn(world, owner.email)
})

test('a device cookie that is forged, expired, or of another account or another password is ignored', async () => {
  await clearLimits()
  const [owner, thief] = [await signUp(world), await signUp(world)]
  await useUpAccount(owner.email)
  const [name = '', value = ''] = deviceOf(owner).split('=')
  const { rows } = await world.context.database.pool.query<{ password: string }>(
    'select a.password from accounts a join users u on u.id = a.user_id where u.email = $1',
    [owner.email],
  )
  const made = (issuedAt: number) => {
    const passwordHash = rows[0]?.password ?? ''
    const stamp = { email: owner.email, passwordHash, secondFactor: null, issuedAt, nonce: 'made' }
    return `${name}=${deviceCookieValue(world.context, stamp)}`
  }
  const day = 86_400_000
  const [issuedAt = '', nonce = '', signature = ''] = value.split('.')
  for (const cookie of [
    deviceOf(thief),
    `${name}=${deviceOf(thief).split('=')[1]}`,
    `${name}=${issuedAt}.another-nonce.${signature}`,
    `${name}=${Number(issuedAt) + 1}.${nonce}.${signature}`,
    `${name}=${issuedAt}.${nonce}.`,
    `${name}=${value}.more`,
    `${name}=`,
    made(Date.now() - 181 * day),
    made(Date.now() + day),
  ])
    expect([cookie, (await tryPassword(world, owner.email, goodPassword, cookie)).status]).toEqual([
      cookie,
      429,
    ])
  expect((await tryPassword(world, owner.email, goodPassword, made(Date.now() - 179 * day))).status).toBe(200)
})

test('a known device grants only its own limits, and a reset revokes it', async () => {
  await clearLimits()
  const owner = await signUp(world)
  const device = deviceOf(owner)
  expect((await send(world, 'GET', '/api/account', { headers: { cookie: device } })).status).toBe(401)
  expect((await tryPassword(world, owner.email, 'guess-guess-guess', device)).status).toBe(401)
  await resetByMail(world, owner.email)
  await useUpAccount(owner.email)
  expect((await tryPassword(world, owner.email, newPassword, device)).status).toBe(429)
})

test('the known-device cookie is sent to sign-in paths only, and is HttpOnly', async () => {
  const answer = await tryPassword(world, (await signUp(world)).email, goodPassword)
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('dashfit.device_'))
  expect(line).toMatch(/; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
})

test('over https every cookie of a sign-in is Secure and its name says so, and the device is known by it', async () => {
  await clearLimits()
  const { email } = await signUp(world)
  const config = { ...world.context.config, publicUrl: 'https://book.example.com' }
  const context = { ...world.context, config }
  const stranger = { address: '198.51.100.1', network: '198.51.100.1', userAgent: null, cookies: null }
  const { cookies } = await openSession(context, stranger, { email, password: goodPassword })
  expect(cookies).toHaveLength(2)
  for (const line of cookies) expect(line).toMatch(/^__Secure-dashfit\.[^;]+;.*; Secure/)
  const known = deviceAfter(stranger, cookies)
  expect(await findKnownDevice(context, known, email)).not.toBeNull()
  expect(await findKnownDevice(world.context, known, email)).toBeNull()
})

test('a shared browser remembers at most eight accounts', async () => {
  await clearLimits()
  const cookies = new Map<string, string>()
  for (let count = 0; count < 10; count++) {
    const { email } = await signUp(world)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    for (const line of (await tryPassword(world, email, goodPassword, cookie)).headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else if (name.startsWith('dashfit.device_')) cookies.set(name, value)
    }
  }
  expect(cookies.size).toBe(8)
})

test('a hundred wrong passwords lock a network address for a quarter of an hour', async () => {
  await clearLimits()
  for (const caller of callers) await setUses(`wrong-password-from:${caller}`, 99)
  expect((await tryPassword(world, newEmail(), 'guess-guess-guess')).status).toBe(401)
  const limited = await tryPassword(world, newEmail(), 'guess-guess-guess')
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800)
  await clearLimits()
})

test('a burst of wrong passwords and of taken addresses gains nothing over one after the other', async () => {
  await clearLimits()
  for (const caller of callers) await setUses(`wrong-password-from:${caller}`, 90)
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      tryPassword(index % 2 ? world : other, newEmail(), 'guess-guess-guess'),
    ),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
  await clearLimits()
  const { email } = await signUp(world)
  for (const caller of callers) await setUses(`sign-up-taken:${caller}`, 20)
  const body = { name: 'Casey Rivera', email, password: goodPassword }
  const probes = await Promise.all(
    Array.from({ length: 30 }, () => send(world, 'POST', '/api/auth/sign-up/email', { body })),
  )
  expect(probes.filter(({ status }) => status === 422)).toHaveLength(10)
  await clearLimits()
})

test('right passwords and new accounts use up no limit of a network', async () => {
  await clearLimits()
  for (const caller of callers) {
    await setUses(`wrong-password-from:${caller}`, 99)
    await setUses(`sign-up-taken:${caller}`, 29)
  }
  for (let count = 0; count < 3; count++) {
    const { email } = await signUp(world)
    expect((await tryPassword(world, email, goodPassword)).status).toBe(200)
  }
  await clearLimits()
})

test('a hundred wrong passwords lock an account for a day', async () => {
  await clearLimits()
  const { email } = await signUp(world)
  const day = async () =>
    (
      await world.context.database.pool.query<{ key: string }>(
        `select key from rate_limits where key like 'wrong-password-of-day:%'`,
      )
    ).rows.map(({ key }) => key)
  await tryPassword(world, email, 'guess-guess-guess')
  const [key = ''] = await day()
  await setUses(key, 100)
  expect((await tryPassword(world, email, goodPassword)).status).toBe(429)
  await clearLimits()
})

test('thirty refusals of a taken address lock a network address for an hour', async () => {
  await clearLimits()
  const { email } = await signUp(world)
  for (const caller of callers) await setUses(`sign-up-taken:${caller}`, 30)
  const body = { name: 'Casey', email, password: goodPassword }
  expect((await send(world, 'POST', '/api/auth/sign-up/email', { body })).status).toBe(429)
  await clearLimits()
})

test('a wrong password takes the same time for a known, an unknown and a disabled account', async () => {
  await clearLimits()
  const known = (await signUp(world)).email
  const disabled = (await signUp(world)).email
  await world.context.database.pool.query('update users set disabled_at = now() where email = $1', [disabled])
  const times: Record<string, number[]> = { known: [], unknown: [], disabled: [] }
  for (let round = 0; round < 16; round++) {
    if (round % 8 === 0) await clearLimits()
    const turns = Object.entries({ known, unknown: newEmail(), disabled })
    for (const [which, email] of [...turns.slice(round % 3), ...turns.slice(0, round % 3)]) {
      const before = performance.now()
      const { status } = await atFullPasswordCost(() => tryPassword(world, email, 'guess-guess-guess'))
      expect(status).toBe(401)
      times[which]?.push(performance.now() - before)
    }
  }
  const median = (all: number[] = []) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  for (const which of ['known', 'disabled']) {
    const ratio = median(times[which]) / median(times['unknown'])
    expect(ratio).toBeGreaterThan(0.75)
    expect(ratio).toBeLessThan(1.33)
  }
}, 60_000)
