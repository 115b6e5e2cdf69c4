import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownMailKinds } from '../../contract/people/own-mails.ts'
import { mailKindsTo } from '../support/review-desk.ts'
import { startMoneyWorld, type MoneyWorld } from '../support/money.ts'
import { openShop, refusalOf, signUp, type Person } from '../support/people.ts'
import { openStaffedShop, joinShop, leaveShop } from '../support/shop-members.ts'

let world: MoneyWorld
let owner: Person
let desk: Person
let shopId: number

beforeAll(async () => {
  world = await startMoneyWorld()
  ;({ owner, desk, shopId } = await openStaffedShop(world))
})
afterAll(() => world.stop())

const path = () => `/api/admin/shops/${shopId}/mails`

test('each person switches the mails of a shop off and on for themselves', async () => {
  expect((await desk.get(path())).body).toEqual({ muted: [] })
  const muted = ['shop_day_sheet', 'shop_appointment_booked', 'shop_day_sheet']
  const inOrder = { muted: ['shop_appointment_booked', 'shop_day_sheet'] }
  expect((await desk.patch(path(), { muted })).body).toEqual(inOrder)
  expect((await desk.get(path())).body).toEqual(inOrder)
  expect((await owner.get(path())).body).toEqual({ muted: [] })
  const booked = await world.book({ shopId, email: world.customer.email })
  expect(await mailKindsTo(world, desk.email)).not.toContain('shop_appointment_booked')
  expect(await mailKindsTo(world, owner.email)).toContain('shop_appointment_booked')
  await world.change(booked, { status: 'cancelled' })
  expect(await mailKindsTo(world, desk.email)).toContain('shop_appointment_cancelled')
  expect((await desk.get('/api/account/data')).body.shops).toMatchObject([
    { mailsSwitchedOff: inOrder.muted },
  ])
  expect((await desk.patch(path(), { muted: [] })).body).toEqual({ muted: [] })
  await world.book({ shopId, email: world.customer.email })
  expect(await mailKindsTo(world, desk.email)).toContain('shop_appointment_booked')
})

test('mails about failures and money cannot be switched off, nor can more than the list', async () => {
  for (const muted of [
    ['shop_hold_failed'],
    ['payout_changed'],
    ['shop_suspended'],
    ['shop_fitment_check'],
    [...ownMailKinds, 'shop_day_sheet'],
    'shop_day_sheet',
  ])
    expect((await desk.patch(path(), { muted })).status).toBe(400)
  expect((await desk.get(path())).body).toEqual({ muted: [] })
})

test('a technician, an administrator and a customer are refused, and a stranger finds no shop', async () => {
  const technician = await joinShop(world, shopId, 'technician')
  const { shop: stranger } = await openShop(world, world.administrator)
  const removed = await joinShop(world, shopId, 'desk')
  await leaveShop(world, shopId, removed)
  for (const call of [
    (person: Person) => person.get(path()),
    (person: Person) => person.patch(path(), { muted: [] }),
  ]) {
    for (const person of [technician, world.administrator, await signUp(world), removed])
      expect(refusalOf(await call(person))).toEqual([403, 'not_allowed'])
    expect(refusalOf(await call(stranger))).toEqual([404, 'not_found'])
    expect((await call(desk)).status).toBe(200)
  }
})
