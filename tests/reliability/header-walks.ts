import { expect } from 'vitest'
import { orderFor } from '../support/orders.ts'
import { goodPassword, newEmail, registrationOf } from '../support/people.ts'
import type { Fixture } from './access-world.ts'
import { hear, type Probe } from './header-probes.ts'
import type { Heard } from './header-rules.ts'

export const json = { 'content-type': 'application/json' }
export const asking = (what: string, method: string, path: string, more: Partial<Probe> = {}): Probe => ({
  what,
  method,
  path,
  ...more,
})

/** Sends requests until every status of the product was seen. */
export async function hearWalks(fixture: Fixture, site: string): Promise<Heard[]> {
  const { cookies, things, world } = fixture
  const { database } = world.context
  const heard: Heard[] = []
  const one = async (probe: Probe) => heard[heard.push(await hear(site, probe)) - 1] as Heard
  const post = (what: string, path: string, body: object, cookie?: string) =>
    one(
      asking(what, 'POST', path, {
        headers: { ...json, ...(cookie ? { cookie } : {}) },
        body: JSON.stringify(body),
      }),
    )

  const email = newEmail()
  await post('an account', '/api/auth/sign-up/email', { name: 'Casey', email, password: goodPassword })
  await post('a sign-in', '/api/auth/sign-in/email', { email, password: goodPassword })
  await post('a wrong password', '/api/auth/sign-in/email', { email, password: 'wrong-lantern' })
  await post('a shop', '/api/register-shop', registrationOf())
  const social = { provider: 'google', mode: 'popup', flow: '019a0000-0000-7000-8000-000000000000' }
  await post('a sign-in with Google', '/api/auth/sign-in/social', social)
  await post('a passkey', '/api/auth/passkey/options', {})
  const asText = { headers: { 'content-type': 'text/plain' }, body: '{}' }
  await one(asking('a body of another type', 'POST', '/api/auth/passkey/options', asText))
  const booked = await post('a booking', '/api/appointments', orderFor(world), cookies.customer)
  expect(booked.status).toBe(201)
  const declined = orderFor(world, { paymentMethodId: 'pm_card_chargeDeclined' })
  await post('a card that is declined', '/api/appointments', declined, cookies.customer)
  await post('a price that is wrong', '/api/appointments', orderFor(world, { amount: 1 }), cookies.customer)
  await post(
    'an invalid day',
    '/api/appointments',
    orderFor(world, { date: '2030-01-05 09:00' }),
    cookies.customer,
  )
  const read = (what: string, path: string, cookie = '') =>
    one(asking(what, 'GET', path, { headers: cookie === '' ? {} : { cookie } }))
  await read('a calendar file', `/api/appointments/${things.customer.appointment}/calendar`, cookies.customer)
  await read('a list as CSV', '/api/admin/appointments.csv', cookies.administrator)
  await read('a statement as CSV', '/api/admin/shops/5/statement.csv?month=2026-11', cookies.administrator)
  await read('own data', '/api/account/data', cookies.customer)
  await read('a missing page', '/nowhere')
  await read('an unknown call', '/api/nowhere')
  await read('a missing file', '/assets/nowhere.js')
  const session = await fixture.makeSession('customer')
  await post('a sign-out', '/api/auth/sign-out', {}, session.cookie)

  const kept = await hear(site, asking('the landing page', 'GET', '/'))
  heard.push(kept)
  const again = { 'if-none-match': kept.headers.get('etag') ?? '' }
  expect((await one(asking('the landing page again', 'GET', '/', { headers: again }))).status).toBe(304)

  await database.pool.query('update rate_limits set count = 1000000, last_request = $1', [Date.now()])
  const limited = await post('too many sign-ins', '/api/auth/sign-in/email', { email, password: 'wrong' })
  expect(limited.status).toBe(429)
  await database.pool.query('delete from rate_limits')
  await database.pool.query('alter table appointments rename to appointments_away')
  expect((await read('a bug', '/api/admin/appointments.csv', cookies.administrator)).status).toBe(500)
  await database.pool.query('alter table appointments_away rename to appointments')
  await database.pool.query(`update schema_migrations set name = 'hidden ' || name where name like '001%'`)
  expect((await read('not ready', '/readyz')).status).toBe(503)
  await database.pool.query(`update schema_migrations set name = substr(name, 8) where name like 'hidden %'`)
  return heard
}
