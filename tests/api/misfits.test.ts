import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, registerShop } from '../support/people.ts'

let world: MoneyWorld

beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

test('an appointment outside new hours, on a closed day or in a removed bay is listed and stays booked', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
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
  const { shop, shopId } = await openShop(world, world.administrator)
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

test('a planned change names the appointments that it would leave without a fit, and changes nothing', async () => {
  const { shop, shopId } = await openShop(world, world.administrator)
  const path = `/api/admin/shops/${shopId}`
  const day = world.day(3)
  const id = await world.book({ shopId, date: `${day} 09:00` })
  const { businessHours, bays } = (await shop.post(`${path}/bays`, { name: 'Bay 2' })).body
  const previewed = async (plan: object) =>
    (await shop.post(`${path}/misfits`, plan)).body.map(
      ({ appointmentId, reason }: { appointmentId: string; reason: string }) => [appointmentId, reason],
    )
  const week = (change: object) =>
    Object.fromEntries(
      Object.entries(businessHours).map(([name, hours]) => [name, { ...(hours as object), ...change }]),
    )
  const before = (await shop.get(path)).body
  const taken = (
    await world.context.database.pool.query('select bay_id from appointments where id = $1', [id])
  ).rows[0].bay_id
  const other = bays.find((bay: { id: number }) => bay.id !== taken).id
  expect(await previewed({})).toEqual([])
  expect(await previewed({ closure: { firstDay: day, lastDay: day } })).toEqual([[id, 'closed']])
  expect(await previewed({ closure: { firstDay: world.day(4), lastDay: world.day(5) } })).toEqual([])
  expect(await previewed({ bayId: taken })).toEqual([[id, 'bay_out_of_use']])
  expect(await previewed({ bayId: other })).toEqual([])
  expect(await previewed({ businessHours: week({ isOpen: false }) })).toEqual([[id, 'closed']])
  expect(await previewed({ businessHours: week({ open: '10:00' }) })).toEqual([[id, 'before_opening']])
  expect(await previewed({ businessHours: week({ close: '11:00' }) })).toEqual([[id, 'after_closing']])
  expect(await previewed({ businessHours: week({}) })).toEqual([])
  expect((await shop.get(path)).body).toEqual(before)
  // An appointment that does not fit already is no news.
  await shop.post(`${path}/closures`, { firstDay: day, lastDay: day })
  expect(await previewed({ businessHours: week({ open: '10:00' }) })).toEqual([])
  const refused = await world.customer.post('/api/admin/shops/5/misfits', {})
  expect([refused.status, (await shop.post('/api/admin/shops/5/misfits', {})).status]).toEqual([403, 404])
})

test('two closures of the same days are refused, and overlapping ones are not', async () => {
  const shop = await registerShop(world)
  const [{ id: shopId }] = (await shop.get('/api/admin/shops')).body
  const close = (firstDay: string, lastDay: string) =>
    shop.post(`/api/admin/shops/${shopId}/closures`, { firstDay, lastDay, reason: firstDay })
  const [first, second] = [world.day(0), world.day(1)]
  expect((await close(first, first)).status).toBe(201)
  const again = await close(first, first)
  expect([again.status, again.body.error]).toEqual([422, 'These days are already closed.'])
  expect((await close(first, second)).status).toBe(201)
  const both = await Promise.all([close(second, second), close(second, second)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422])
})
