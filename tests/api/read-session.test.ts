import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '../../server/identity/identity-provider.ts'
import { readSession } from '../../server/identity/sessions/read-session.ts'
import { signUp } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** The user ids that our reader and the identity library read from the cookies. */
async function readTwice(cookie: string): Promise<{ ours: string | null; library: string | null }> {
  const headers = new Headers({ cookie })
  const ours = await readSession(world.context, cookie)
  const library = await identityProvider(world.context).api.getSession({
    headers,
    query: { disableRefresh: true },
  })
  return { ours: ours?.id ?? null, library: library?.user.id ?? null }
}

function otherSignature(pair: string): string {
  const value = decodeURIComponent(pair.split('=')[1] ?? '')
  const dot = value.lastIndexOf('.')
  const flipped = value[dot + 1] === 'A' ? 'B' : 'A'
  return `${pair.split('=')[0]}=${encodeURIComponent(`${value.slice(0, dot)}.${flipped}${value.slice(dot + 2)}`)}`
}

test('our reader and the identity library read the same session from the cookies', async () => {
  const [first, second] = [await signUp(world), await signUp(world)]
  const pairOf = (cookie: string): string => /dashfit\.session_token=[^;]*/.exec(cookie)?.[0] ?? ''
  const [own, other] = [pairOf(first.cookie), pairOf(second.cookie)]
  const [name = '', value = ''] = own.split('=')
  const ids = await world.context.database.db.selectFrom('users').select(['id', 'email']).execute()
  const idOf = (email: string) => ids.find((row) => row.email === email)?.id ?? ''
  const seen: [cookie: string, whose: string | null][] = [
    [own, idOf(first.email)],
    [`a=b; ${own}; c=d`, idOf(first.email)],
    [`a=b;${own}`, idOf(first.email)],
    [`${name}="${value}"`, idOf(first.email)],
    [`${name}=${decodeURIComponent(value)}`, idOf(first.email)],
    [`${own}; ${other}`, idOf(first.email)],
    [`${other}; ${own}`, idOf(second.email)],
    [`x${own}`, null],
    [own.toUpperCase(), null],
    [otherSignature(own), null],
    [`${name}=${decodeURIComponent(value).split('.')[0]}`, null],
    [`${name}=${value.slice(0, -6)}`, null],
    [`${name}=.${decodeURIComponent(value).split('.')[1]}`, null],
    [`${name}=`, null],
    [`${name}=%`, null],
    ['', null],
  ]
  for (const [cookie, whose] of seen)
    expect({ cookie, ...(await readTwice(cookie)) }).toEqual({ cookie, ours: whose, library: whose })
})

test('an ended session is refused, and a live one is accepted', async () => {
  const person = await signUp(world)
  const { db } = world.context.database
  const userId = (await readTwice(person.cookie)).ours
  expect(userId).not.toBeNull()
  const endAt = (at: Date) =>
    db
      .updateTable('sessions')
      .set({ expires_at: at })
      .where('user_id', '=', userId ?? '')
      .execute()
  await endAt(new Date(Date.now() + 5_000))
  expect(await readTwice(person.cookie)).toEqual({ ours: userId, library: userId })
  await endAt(new Date(Date.now() - 1_000))
  expect(await readSession(world.context, person.cookie)).toBeUndefined()
})
