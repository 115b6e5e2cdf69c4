import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerShop, send, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { scrape, valueOf } from '../support/read-metrics.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person
let shop: Person

beforeAll(async () => {
  // Nothing listens on this port.
  world = await startWorld({ SMTP_URL: 'smtp://127.0.0.1:1' })
  administrator = await signInAdministrator(world)
  shop = await registerShop(world)
  await signUp(world)
})
afterAll(() => world.stop())

const outageFor = async (by: Person) => (await by.get('/api/admin/attention')).body.mailOutage
const readiness = async () => send(world, 'GET', '/readyz')
const outageSeconds = async () => valueOf((await scrape(world)).text, 'dashfit_mail_outage_seconds')

test('a mail server out of reach for 10 minutes stands in attention, readiness and a metric until it takes a mail', async () => {
  await world.runJobs()
  expect(await outageFor(administrator)).toBeNull()
  await world.advance(5 * 60)
  await world.runJobs()
  expect(await outageFor(administrator)).toBeNull()
  expect((await readiness()).body).toEqual({ status: 'ready' })

  await world.advance(6 * 60)
  await world.runJobs()
  const outage = await outageFor(administrator)
  expect(outage.reason).toContain('ECONNREFUSED')
  const age = world.context.clock.now() - Date.parse(outage.since)
  expect(age).toBeGreaterThan(10 * 60_000)
  expect(age).toBeLessThan(12 * 60_000)
  expect(await outageFor(shop)).toBeNull()
  const { status, body } = await readiness()
  expect([status, body]).toEqual([200, { status: 'ready', mail: 'failing' }])
  expect(await outageSeconds()).toBeGreaterThan(600)

  world.context.mail.send = async () => undefined
  await world.advance(16 * 60)
  await world.runJobs()
  expect(await outageFor(administrator)).toBeNull()
  expect((await readiness()).body).toEqual({ status: 'ready' })
})
