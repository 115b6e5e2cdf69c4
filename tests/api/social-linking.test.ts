import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countLockWaits } from '../support/lock-waits.ts'
import { mailsTo } from '../support/mails.ts'
import { newEmail, personWith, signIn, signUp, type Person } from '../support/people.ts'
import { openSocialBrowser } from '../support/social-browser.ts'
import { socialAt, type Social } from '../support/social.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let social: Social

beforeAll(async () => {
  world = await startWorld()
  social = socialAt(world)
})
afterAll(() => world.stop())

const open = (cookie = '') => openSocialBrowser(world, social, cookie)
const jordan = () => ({ email: newEmail(), name: 'Jordan Lee' })
const both = ['google', 'facebook'] as const

/** A person with a password and a proven address. */
async function provenPerson(): Promise<Person> {
  const person = await signUp(world)
  await world.context.database.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', person.email)
    .execute()
  return person
}

async function linkedOf(person: Person): Promise<string[]> {
  const { body } = await person.get('/api/account')
  return body.linkedSignIns.map(({ provider }: { provider: string }) => provider)
}

/** Sets the start of the person's sessions to eleven minutes ago. */
async function ageSessions(person: Person): Promise<void> {
  const { body } = await person.get('/api/auth/get-session')
  await world.context.database.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', body.user.id)
    .execute()
}

const link = (person: Person, provider: string) =>
  person.post('/api/account/sign-ins', { provider, mode: 'popup', flow: randomUUID() })

test.each(both)(
  'the owner links %s, also with another address, and can sign in with it',
  async (provider) => {
    const owner = await provenPerson()
    const atProvider = jordan()
    const browser = open(owner.cookie)
    expect((await browser.signIn(provider, atProvider, { link: true })).outcome).toBe('linked')
    expect(await linkedOf(owner)).toEqual([provider])
    expect((await browser.user()).email).toBe(owner.email)
    const later = open()
    expect((await later.signIn(provider, atProvider)).outcome).toBe('signed-in')
    expect((await later.user()).email).toBe(owner.email)
    expect((await later.user()).name).toBe('Casey Rivera')
    await world.runJobs()
    expect((await mailsTo(world, owner.email)).some(({ text }) => /linked/i.test(text))).toBe(true)
  },
)

test('linking the same sign-in method again changes no row', async () => {
  const owner = await provenPerson()
  const atProvider = jordan()
  const browser = open(owner.cookie)
  await browser.signIn('google', atProvider, { link: true })
  expect((await browser.signIn('google', atProvider, { link: true })).outcome).toBe('linked')
  expect(await linkedOf(owner)).toEqual(['google'])
})

test('a second account of a linked provider is refused', async () => {
  const owner = await provenPerson()
  const browser = open(owner.cookie)
  await browser.signIn('google', jordan(), { link: true })
  const second = jordan()
  expect((await browser.signIn('google', second, { link: true })).outcome).toBe(
    'auth/provider-already-linked',
  )
  expect(await linkedOf(owner)).toEqual(['google'])
  expect((await open().signIn('google', second)).outcome).toBe('signed-in')
})

test('of two concurrent linkings of one provider, one succeeds', async () => {
  const owner = await provenPerson()
  const [one, other] = [open(owner.cookie), open(owner.cookie)]
  const backs = [
    await social.passThrough(await one.start('google', { link: true }), jordan()),
    await social.passThrough(await other.start('google', { link: true }), jordan()),
  ]
  const { db } = world.context.database
  const outcomes = await db.transaction().execute(async (tx) => {
    // Both wait before the insert, which needs the person's row.
    await tx.selectFrom('users').select('id').where('email', '=', owner.email).forUpdate().execute()
    const both = Promise.all([one.comeBack(backs[0] ?? ''), other.comeBack(backs[1] ?? '')])
    await expect.poll(() => countLockWaits(world.context.database.pool), { timeout: 20_000 }).toBe(2)
    return { both }
  })
  const ended = (await outcomes.both).map(({ outcome }) => outcome)
  expect(new Set(ended)).toEqual(new Set(['linked', 'auth/provider-already-linked']))
  expect(await linkedOf(owner)).toEqual(['google'])
})

test('a sign-in method of another account cannot be linked', async () => {
  const theirs = jordan()
  const other = open()
  await other.signIn('facebook', theirs)
  const owner = await provenPerson()
  const ended = await open(owner.cookie).signIn('facebook', theirs, { link: true })
  expect(ended.outcome).toBe('auth/credential-already-in-use')
  expect(await linkedOf(owner)).toEqual([])
  expect(await linkedOf(other.person())).toEqual(['facebook'])
})

test('an account with an unproven address cannot link: its owner may be another person', async () => {
  const person = await signUp(world)
  const answer = await link(person, 'google')
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'email_not_proven'])
})

test('linking and removing require a sign-in within ten minutes', async () => {
  const owner = await provenPerson()
  await open(owner.cookie).signIn('google', jordan(), { link: true })
  await ageSessions(owner)
  for (const answer of [await link(owner, 'facebook'), await owner.remove('/api/account/sign-ins/google')])
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([403, 'auth/requires-recent-login'])
  expect(await linkedOf(owner)).toEqual(['google'])
  const again = await signIn(world, owner.email)
  expect((await again.remove('/api/account/sign-ins/google')).status).toBe(200)
})

test('a linking whose session ended meanwhile leaves no sign-in method', async () => {
  const owner = await provenPerson()
  const thief = open(owner.cookie)
  const atProvider = jordan()
  const back = await social.passThrough(await thief.start('google', { link: true }), atProvider)
  const safe = await signIn(world, owner.email)
  expect((await safe.remove('/api/account/sessions')).status).toBe(200)
  expect((await thief.comeBack(back)).outcome).toBe('auth/timeout')
  expect(await linkedOf(safe)).toEqual([])
  // Control: with a live session, the same steps link.
  const alive = open(safe.cookie)
  expect((await alive.signIn('google', atProvider, { link: true })).outcome).toBe('linked')
})

test('a linking that ends in another person’s browser links no account', async () => {
  const [attacker, victim] = [await provenPerson(), await provenPerson()]
  const begun = open(attacker.cookie)
  const theirs = open(victim.cookie)
  const back = await social.passThrough(await begun.start('google', { link: true }), jordan())
  await theirs.start('google', { link: true })
  expect((await theirs.comeBack(back)).outcome).toBe('auth/timeout')
  expect([await linkedOf(attacker), await linkedOf(victim)]).toEqual([[], []])
})

test('removing a sign-in method ends every other session, and the owner gets a mail', async () => {
  const owner = await provenPerson()
  const atProvider = jordan()
  await open(owner.cookie).signIn('facebook', atProvider, { link: true })
  const elsewhere = open()
  await elsewhere.signIn('facebook', atProvider)
  const answer = await owner.remove('/api/account/sign-ins/facebook')
  expect([answer.status, answer.body.linkedSignIns]).toEqual([200, []])
  expect(answer.body.sessions).toHaveLength(1)
  expect(await elsewhere.user()).toBeNull()
  expect((await open().signIn('facebook', atProvider)).outcome).toBe('signed-in')
  expect((await owner.remove('/api/account/sign-ins/facebook')).status).toBe(404)
  await world.runJobs()
  expect((await mailsTo(world, owner.email)).some(({ text }) => /removed|taken|no longer/i.test(text))).toBe(
    true,
  )
})

test('the last sign-in method cannot be removed', async () => {
  const browser = open()
  const person = jordan()
  await browser.signIn('google', person)
  const answer = await browser.person().remove('/api/account/sign-ins/google')
  expect([answer.status, answer.headers.get('x-refusal')]).toEqual([409, 'last_sign_in'])
  await browser.signIn('facebook', { ...jordan(), name: 'J' }, { link: true })
  expect((await browser.person().remove('/api/account/sign-ins/google')).status).toBe(200)
  expect((await browser.person().remove('/api/account/sign-ins/facebook')).status).toBe(409)
})

test('two concurrent removals leave one sign-in method', async () => {
  for (let round = 0; round < 5; round++) {
    const browser = open()
    await browser.signIn('google', jordan())
    await browser.signIn('facebook', jordan(), { link: true })
    const person = browser.person()
    const answers = await Promise.all(
      both.map((provider) => person.remove(`/api/account/sign-ins/${provider}`)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await linkedOf(person)).toHaveLength(1)
  }
})

test('linking and removing require a session', async () => {
  const nobody = personWith(world, '')
  expect((await link(nobody, 'google')).status).toBe(401)
  expect((await nobody.remove('/api/account/sign-ins/google')).status).toBe(401)
})
