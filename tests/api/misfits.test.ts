import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { registerShop } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

test('an appointment outside new hours, on a closed day or in a removed bay is listed and stays booked', async () => {
  const shop = await registerShop(world)
  const [{ id: shopId }] = (await shop.get('/api/admin/shops')).body
  await world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'approved' })
  const day = world.day(4)
  const id = await world.book({ shopId, date: `${day} 09:00` })
  const reasons = async () =>
    (await shop.get(`/api/admin/shops/${shopId}/misfits`)).body.map(
      ({ appointmentId, reason }: { appointmentId: string; reason: string }) => [appointmentId, reason],
    )
  const { businessHours, bays } = (await shop.get(`/api/admin/shops/${shopId}`)).body
  const hours = (change: object) =>
    shop.patch(`/api/admin/shops/${shopId}`, {
      businessHours: Object.fromEntries(
        Object.entries(businessHours).map(([name, week]) => [name, { ...(week as object), ...change }]),
      ),
    })
  expect(await reasons()).toEqual([])
  await hours({ open: '10:00' })
  expect(await reasons()).toEqual([[id, 'before_opening']])
  await hours({ close: '11:00' })
  expect(await reasons()).toEqual([[id, 'after_closing']])
  await hours({ isOpen: false })
  expect(await reasons()).toEqual([[id, 'closed']])
  await hours({})
  const closure = await shop.post(`/api/admin/shops/${shopId}/closures`, { firstDay: day, lastDay: day })
  expect(await reasons()).toEqual([[id, 'closed']])
  const { items } = (await shop.get('/api/admin/attention')).body
  expect(items).toMatchObject([{ appointmentId: id, reason: 'does_not_fit', repair: null, since: null }])
  expect((await world.own(id)).status).toBe('scheduled')
  await shop.remove(`/api/admin/shops/${shopId}/closures/${closure.body.closures[0].id}`)
  await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'Bay 2' })
  await shop.patch(`/api/admin/shops/${shopId}/bays/${bays[0].id}`, { inUse: false })
  expect(await reasons()).toEqual([[id, 'bay_out_of_use']])
  expect((await world.customer.get('/api/admin/shops/5/misfits')).status).toBe(403)
  expect((await shop.get('/api/admin/shops/5/misfits')).status).toBe(404)
})

test('a bay out of use takes no new appointments, and its appointment can move to another bay', async () => {
  const shop = await registerShop(world)
  const [{ id: shopId }] = (await shop.get('/api/admin/shops')).body
  await world.administrator.patch(`/api/admin/shops/${shopId}/status`, { status: 'approved' })
  const added = (await shop.post(`/api/admin/shops/${shopId}/bays`, { name: 'Bay 2' })).body
  const [first, second] = added.bays as { id: number }[]
  const date = `${world.day(5)} 09:00`
  const id = await world.book({ shopId, date })
  await shop.patch(`/api/admin/shops/${shopId}/bays/${first?.id}`, { inUse: false })
  const other = await world.book({ shopId, date })
  const times = await world.customer.get(
    `/api/appointments/availability?date=${world.day(5)}&shopId=${shopId}&productId=1`,
  )
  expect(times.body.find(({ time }: { time: string }) => time === '9:00').available).toBe(false)
  await world.change(id, { date: world.day(6), time: '9:00' })
  const { rows } = await world.context.database.pool.query(
    'select bay_id from appointments where id = any($1::uuid[])',
    [[id, other]],
  )
  expect(rows).toEqual([{ bay_id: second?.id }, { bay_id: second?.id }])
})
