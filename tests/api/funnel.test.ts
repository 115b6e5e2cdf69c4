import { afterAll, beforeAll, expect, test } from 'vitest'
import { personWith, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let visitor: Person

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
  visitor = personWith(world, '')
})
afterAll(() => world.stop())

const countsOf = async (query = '') => (await administrator.get(`/api/admin/funnel${query}`)).body
const reach = (person: Person, body: unknown) => person.post('/api/funnel', body)

test('steps are counted by day and source, and only administrators read them', async () => {
  const customer = await signUp(world)
  for (const person of [visitor, visitor, customer])
    expect((await reach(person, { step: 'landing', source: 'search' })).status).toBe(200)
  await reach(customer, { step: 'booked', source: 'search' })
  expect(await countsOf()).toEqual({
    days: 84,
    counts: [
      { step: 'booked', source: 'search', visits: 1 },
      { step: 'landing', source: 'search', visits: 3 },
    ],
  })
  for (const person of [visitor, customer])
    expect((await person.get('/api/admin/funnel')).status).toBe(person === visitor ? 401 : 403)
  await world.advance(30 * 86_400)
  await reach(visitor, { step: 'landing', source: 'direct' })
  expect(await countsOf('?weeks=4')).toEqual({
    days: 28,
    counts: [{ step: 'landing', source: 'direct', visits: 1 }],
  })
  expect((await countsOf('?weeks=12')).counts).toHaveLength(3)
})

test('fifty at once are all counted', async () => {
  const { counts: before } = await countsOf()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => reach(visitor, { step: 'vehicle', source: 'maps' })),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  const { counts } = await countsOf()
  expect(before.find(({ step }: { step: string }) => step === 'vehicle')).toBeUndefined()
  expect(counts).toContainEqual({ step: 'vehicle', source: 'maps', visits: 50 })
})

test('a row holds a day, a step, a source and a number, and nothing else is accepted', async () => {
  for (const body of [
    { step: 'landing' },
    { step: 'landing', source: 'https://elsewhere.example' },
    { step: 'checkout', source: 'direct' },
    { step: 'landing', source: 'direct', email: 'pat@example.test' },
  ])
    expect((await reach(visitor, body)).status).toBe(400)
  const { rows } = await world.context.database.pool.query(
    `select column_name from information_schema.columns where table_name = 'funnel_counts' order by 1`,
  )
  expect(rows.map(({ column_name: name }) => name)).toEqual(['day', 'source', 'step', 'visits'])
})
