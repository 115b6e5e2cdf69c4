import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { refusals } from '../../contract/refusals.ts'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { personWith, send, signIn, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

type Listed = {
  id: string
  present: boolean
  signedInAt: string
  lastUsedAt: string
  address: string | null
  userAgent: string | null
}

async function sessionsOf(person: Person): Promise<Listed[]> {
  return (await person.get('/api/account')).body.sessions as Listed[]
}

/** Moves the session's last use into the past. */
async function ageSession(id: string, change: { updated_at?: Date; expires_at?: Date }): Promise<void> {
  await world.context.database.db.updateTable('sessions').set(change).where('id', '=', id).execute()
}

test('each sign-in opens its own session, told by device and network address, with the current one marked', async () => {
  const person = await signUp(world)
  const answer = await send(world, 'POST', '/api/auth/sign-in/email', {
    body: { email: person.email, password: person.password },
    headers: { 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/140.0' },
  })
  expect(answer.status).toBe(200)
  const sessions = await sessionsOf(person)
  expect(sessions).toHaveLength(2)
  expect(sessions.filter(({ present }) => present)).toHaveLength(1)
  const other = sessions.find(({ present }) => !present)
  expect(other).toMatchObject({ userAgent: 'Mozilla/5.0 (Macintosh) Firefox/140.0' })
  expect(other?.address).toMatch(/^(127\.0\.0\.1|::1|0000:.*)$/)
})

test('the list has no token that opens a session', async () => {
  const person = await signUp(world)
  const answer = await person.get('/api/account')
  const token = decodeURIComponent(person.cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(JSON.stringify(answer.body)).not.toContain(token)
})

test('an expired session is not listed', async () => {
  const person = await signUp(world)
  await signIn(world, person.email)
  const other = (await sessionsOf(person)).find(({ present }) => !present)
  await ageSession(other?.id ?? '', { expires_at: new Date(Date.now() - 1000) })
  expect(await sessionsOf(person)).toHaveLength(1)
})

test('the last use of a session is recorded to five minutes', async () => {
  const person = await signUp(world)
  const [own] = await sessionsOf(person)
  await ageSession(own?.id ?? '', { updated_at: new Date(Date.now() - 4 * 60_000) })
  const [soon] = await sessionsOf(person)
  expect(Date.now() - Date.parse(soon?.lastUsedAt ?? '')).toBeGreaterThan(3 * 60_000)
  await ageSession(own?.id ?? '', { updated_at: new Date(Date.now() - 6 * 60_000) })
  const [used] = await sessionsOf(person)
  expect(Date.now() - Date.parse(used?.lastUsedAt ?? '')).toBeLessThan(60_000)
  expect(used?.signedInAt).toBe(own?.signedInAt)
})

test('every process refuses an ended session at its next request', async () => {
  const person = await signUp(world)
  const elsewhere = await signIn(world, person.email)
  const secondProcess = await world.addProcess()
  const onSecond = personWith(secondProcess, elsewhere.cookie)
  expect((await onSecond.get('/api/account')).status).toBe(200)
  const other = (await sessionsOf(person)).find(({ present }) => !present)
  const ended = await person.remove(`/api/account/sessions/${other?.id}`)
  expect(ended.status).toBe(200)
  expect(ended.body.sessions).toHaveLength(1)
  expect((await onSecond.get('/api/account')).status).toBe(401)
  expect((await person.get('/api/account')).status).toBe(200)
})

test('every other session ends at once and the current one stays', async () => {
  const person = await signUp(world)
  const others = [await signIn(world, person.email), await signIn(world, person.email)]
  const ended = await person.remove('/api/account/sessions')
  expect(ended.body.sessions.map(({ present }: Listed) => present)).toEqual([true])
  for (const other of others) expect((await other.get('/api/account')).status).toBe(401)
  expect((await person.get('/api/account')).status).toBe(200)
})

test('another account’s session answers as missing and stays open', async () => {
  const [owner, stranger] = [await signUp(world), await signUp(world)]
  const [own] = await sessionsOf(owner)
  const foreign = await stranger.remove(`/api/account/sessions/${own?.id}`)
  const missing = await stranger.remove('/api/account/sessions/no-such-session')
  expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  expect(foreign.status).toBe(404)
  expect((await owner.get('/api/account')).status).toBe(200)
})

test('ending the others ends no session of another account', async () => {
  const [person, bystander] = [await signUp(world), await signUp(world)]
  await person.remove('/api/account/sessions')
  expect((await bystander.get('/api/account')).status).toBe(200)
})

test('a session ended elsewhere during its request is answered with 401', async () => {
  const person = await signUp(world)
  const library = identityProvider(world.context).api as unknown as {
    changePassword: (question: unknown) => Promise<unknown>
  }
  const changePassword = library.changePassword
  onTestFinished(() => void (library.changePassword = changePassword))
  library.changePassword = async (question) => {
    library.changePassword = changePassword
    await world.context.database.db.deleteFrom('sessions').execute()
    return changePassword(question)
  }
  const change = { presentPassword: person.password, password: 'another-garage-43' }
  const { status, body } = await person.post('/api/account/password', change)
  expect([status, body]).toEqual([401, { error: refusals.not_signed_in }])
})
