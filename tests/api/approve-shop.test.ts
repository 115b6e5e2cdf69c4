import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken, mailsTo } from '../support/mails.ts'
import { registerShop, shopIdOf, signInAdministrator, signUp, type Person } from '../support/people.ts'
import { proveOwnAddress } from '../support/proven-addresses.ts'
import { resetByMail } from '../support/passwords.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let administrator: Person

beforeAll(async () => {
  world = await startWorld()
  administrator = await signInAdministrator(world)
})
afterAll(() => world.stop())

const approve = (id: number) => administrator.patch(`/api/admin/shops/${id}/status`, { status: 'approved' })

async function listed(id: number) {
  const { body } = await administrator.get('/api/admin/shops')
  return body.find((shop: { id: number }) => shop.id === id)
}

async function announcements(): Promise<string[]> {
  await world.runJobs()
  const mails = await mailsTo(world, administrator.email)
  return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('A shop is waiting'))
}

test('a shop is approved, and announced to administrators, only once its owner’s address is proven', async () => {
  const shop = await registerShop(world, { businessName: 'Second Gear' })
  const id = await shopIdOf(shop)
  expect(await listed(id)).toMatchObject({ status: 'pending', isOwnerProven: false })
  const refused = await approve(id)
  expect([refused.status, refused.headers.get('x-refusal')]).toEqual([409, 'owner_not_proven'])
  expect(await announcements()).toEqual([])
  const token = await mailedToken(world, shop.email, '/verify-email')
  expect((await shop.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect(await listed(id)).toMatchObject({ status: 'pending', isOwnerProven: true })
  await announcements()
  expect(await announcements()).toEqual(['A shop is waiting for approval: Second Gear'])
  expect((await approve(id)).body).toMatchObject({ status: 'approved' })
})

test('a password that was reset by mail proves the address too', async () => {
  const shop = await registerShop(world, { businessName: 'Third Gear' })
  await resetByMail(world, shop.email)
  expect(await announcements()).toContain('A shop is waiting for approval: Third Gear')
})

test('a shop that the previous version registers is not announced again', async () => {
  // The previous version mails the administrators itself, and does not know `announced_at`.
  const register = async (name: string, announced = '') => {
    const owner = await signUp(world)
    await proveOwnAddress(world, owner.email)
    await world.context.database.pool.query(
      `insert into shops (owner_id, business_name, address, time_zone, status${announced && ', announced_at'})
       select id, $1, '1 Main St', 'America/Los_Angeles', 'pending'${announced} from users where email = $2`,
      [name, owner.email],
    )
  }
  await register('Old Gear')
  // Control: a shop that is yet to be announced.
  await register('New Gear', ', null')
  const told = await announcements()
  expect(told).toContain('A shop is waiting for approval: New Gear')
  expect(told).not.toContain('A shop is waiting for approval: Old Gear')
})

test('a suspended shop whose owner is unproven is not approved again', async () => {
  const shop = await registerShop(world)
  const id = await shopIdOf(shop)
  await proveOwnAddress(world, shop.email)
  await approve(id)
  await administrator.patch(`/api/admin/shops/${id}/status`, { status: 'suspended' })
  await world.context.database.pool.query('update users set email_verified = false where email = $1', [
    shop.email,
  ])
  expect((await approve(id)).status).toBe(409)
})

test('control: the built-in shop without an owner is suspended and approved', async () => {
  await administrator.patch('/api/admin/shops/5/status', { status: 'suspended' })
  expect((await approve(5)).status).toBe(200)
})
