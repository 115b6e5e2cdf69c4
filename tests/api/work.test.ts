import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, type Person } from '../support/people.ts'
import { addMember } from '../support/shop-people.ts'

let world: MoneyWorld
let shop: Person
let desk: Person
let technician: Person
let colleague: Person
let shopId: number
let today: string
let later: string

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ shop, shopId } = await openShop(world, world.administrator))
  desk = await addMember(world, shop, shopId, 'desk', 'Dana Desk')
  technician = await addMember(world, shop, shopId, 'technician', 'Tess Technician')
  colleague = await addMember(world, shop, shopId, 'technician', 'Cal Colleague')
  today = await world.book({ shopId, date: `${world.day(0)} 09:00`, phone: '6265559988' })
  later = await world.book({ shopId, date: `${world.day(3)} 09:00`, phone: '6265559988' })
  await world.context.database.pool.query(
    `update appointments set starts_at = now() + interval '1 minute', ends_at = now() + interval '3 hours' where id = $1`,
    [today],
  )
})
afterAll(() => world.stop())

const work = async (person: Person) => (await person.get('/api/work')).body as { appointmentId: string }[]
const idOf = async (email: string): Promise<string> => {
  const { rows } = await world.context.database.pool.query('select id from users where email = $1', [email])
  return rows[0].id
}

test('a technician sees these fields of a job of today, and neither money nor a phone number', async () => {
  const { status, body } = await technician.get('/api/work')
  expect(status).toBe(200)
  expect(body).toHaveLength(1)
  expect(Object.keys(body[0])).toEqual([
    'appointmentId',
    'shopId',
    'shopName',
    'timeZone',
    'startsAt',
    'endsAt',
    'isToday',
    'bayName',
    'customerName',
    'vehicleInfo',
    'packageName',
    'packageParts',
    'chassis',
    'headUnit',
    'awaitsFitment',
    'technician',
    'workOrder',
  ])
  const { appointmentId, ...rest } = body[0]
  expect(appointmentId).toBe(today)
  const text = JSON.stringify(rest)
  for (const secret of ['6265559988', '@', 'Cents', '$', 'authorized', 'completed'])
    expect(text).not.toContain(secret)
})

test('a technician reaches no other call of the shop', async () => {
  for (const path of [
    '/api/admin/appointments',
    `/api/admin/appointments/${today}`,
    '/api/admin/appointments.csv',
    '/api/admin/attention',
    `/api/admin/board?shopId=${shopId}`,
    '/api/admin/overview',
    '/api/admin/shops',
    `/api/admin/shops/${shopId}`,
    `/api/admin/shops/${shopId}/people`,
    `/api/admin/shops/${shopId}/statement?month=2026-11`,
  ])
    expect([path, ...refusalOf(await technician.get(path))]).toEqual([path, 403, 'not_allowed'])
  expect(refusalOf(await technician.post(`/api/admin/appointments/${today}/capture`))).toEqual([
    403,
    'not_allowed',
  ])
})

test('two technicians who take one job at once: one has it, the other is told', async () => {
  const answers = await Promise.all(
    [technician, colleague].map((person) => person.post(`/api/work/${today}/take`)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const winner = answers[0]?.status === 200 ? technician : colleague
  const loser = winner === technician ? colleague : technician
  expect((await winner.post(`/api/work/${today}/take`)).body.technician.isYou).toBe(true)
  expect((await loser.post(`/api/work/${today}/leave`)).body.technician.isYou).toBe(false)
  expect((await winner.post(`/api/work/${today}/leave`)).body.technician).toBeNull()
})

test('the desk names a technician for a later day, whose list then has the job', async () => {
  expect((await work(technician)).map((job) => job.appointmentId)).toEqual([today])
  expect(refusalOf(await technician.post(`/api/work/${later}/take`))).toEqual([404, 'not_found'])
  const path = `/api/admin/appointments/${later}/technician`
  const listed = (await desk.get(`/api/admin/shops/${shopId}/technicians`)).body as { name: string }[]
  expect(listed.map(({ name }) => name)).toContain('Tess Technician')
  expect((await desk.patch(path, { userId: await idOf(technician.email) })).status).toBe(200)
  expect((await work(technician)).map((job) => job.appointmentId)).toEqual([today, later])
  expect((await desk.get(`/api/admin/appointments/${later}`)).body.technician).toEqual({
    userId: await idOf(technician.email),
    name: 'Tess Technician',
  })
  const rows = (await desk.get('/api/admin/appointments')).body as { id: string; technician: unknown }[]
  expect(rows.find(({ id }) => id === later)?.technician).toMatchObject({ name: 'Tess Technician' })
  expect((await work(colleague)).map((job) => job.appointmentId)).toEqual([today])
  const stranger = await openShop(world, world.administrator)
  expect(refusalOf(await desk.patch(path, { userId: await idOf(stranger.shop.email) }))).toEqual([
    422,
    'not_a_member',
  ])
  expect((await stranger.shop.patch(path, { userId: null })).status).toBe(404)
})

test('the timeline names the person who charged, and that they are of the shop', async () => {
  const id = await world.book({ shopId, date: `${world.day(1)} 09:00` })
  const answer = await world.onceBegun(id, () => world.capture(id, desk))
  expect(answer.status).toBe(200)
  const { body } = await shop.get(`/api/admin/appointments/${id}`)
  const charged = body.timeline.find(({ title }: { title: string }) => title.startsWith('Payment captured'))
  expect(charged?.by).toEqual({ name: 'Dana Desk', role: 'shop' })
  expect(body.timeline[0].by).toEqual({ name: 'Casey Rivera', role: 'customer' })
})

test('a removed technician leaves coming jobs without one', async () => {
  const path = `/api/admin/shops/${shopId}/people/${await idOf(technician.email)}`
  expect((await shop.remove(path)).status).toBe(200)
  expect((await technician.get('/api/work')).status).toBe(403)
  const { rows } = await world.context.database.pool.query(
    'select technician_id from appointments where id = $1',
    [later],
  )
  expect(rows).toEqual([{ technician_id: null }])
})

test('an assignment and a removal at one moment leave no job with a person who is gone', async () => {
  const path = `/api/admin/appointments/${later}/technician`
  for (let round = 0; round < 6; round += 1) {
    const person = await addMember(world, shop, shopId, 'technician', `Round ${round}`)
    const userId = await idOf(person.email)
    await Promise.all([
      desk.patch(path, { userId }),
      shop.remove(`/api/admin/shops/${shopId}/people/${userId}`),
    ])
    const { rows } = await world.context.database.pool.query(
      'select technician_id from appointments where id = $1',
      [later],
    )
    expect(rows).toEqual([{ technician_id: null }])
  }
})

test('a technician who deletes the account gives the coming jobs back', async () => {
  const person = await addMember(world, shop, shopId, 'technician', 'Gone Tomorrow')
  const userId = await idOf(person.email)
  await desk.patch(`/api/admin/appointments/${later}/technician`, { userId })
  const deleted = await person.post('/api/account/delete', {
    password: person.password,
    confirmation: person.email,
  })
  expect(deleted.status).toBe(200)
  const { rows } = await world.context.database.pool.query(
    'select technician_id from appointments where id = $1',
    [later],
  )
  expect(rows).toEqual([{ technician_id: null }])
})
