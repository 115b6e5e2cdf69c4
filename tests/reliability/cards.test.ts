import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { TEST_CARDS } from '../../sandbox/card-processor/test-cards.ts'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import {
  cards,
  expectConfirmed,
  fillCard,
  fillPayment,
  goToPayment,
  secureButton,
  signUp,
} from '../browser/customer-journey.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { orderFor } from '../support/orders.ts'
import { outsideOf } from '../support/outside.ts'
import {
  send,
  signInAdministrator,
  signUp as createAccount,
  type Person,
  type Reached,
} from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { findCards, searchDatabase } from './card-search.ts'
import { buildWatched, type WatchedApp } from './watched-app.ts'
import { widenShop } from './wide-shop.ts'

/** The size is the number of bookings by API; one customer books in a browser besides. */
const run = batteryRun('cards', 4)
const numbers = [...new Set(TEST_CARDS.map(({ number }) => number))]

let world: World
let site: WatchedApp
let browser: Browser
/** Every byte that the product received, from browsers, programs and the card provider. */
const traffic: Buffer[] = []

function record(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.server.on('connection', (socket) => {
    socket.on('data', (bytes: Buffer) => traffic.push(Buffer.from(bytes)))
  })
}

beforeAll(async () => {
  await ensureBuilt()
  subscribe('fastify.initialization', record)
  world = await startWorld({ LOG_LEVEL: 'trace' })
  await widenShop(world.context.database.pool, 60)
  site = await buildWatched(world.context, { webRoot: join(buildFolder, 'web') })
  unsubscribe('fastify.initialization', record)
  browser = await launchChromium()
}, 300_000)
afterAll(async () => {
  await browser.close()
  await site.app.close()
  await world.stop()
})

/** Stands in for the provider's card frame: the number goes to the provider alone. */
async function makeMethod(number: string): Promise<string | null> {
  const answer = await fetch(`${world.sandboxUrl}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.context.config.cards.publishableKey}` },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '34',
      'card[cvc]': '123',
    }),
  })
  const body = (await answer.json()) as { id?: string }
  return answer.ok ? (body.id ?? null) : null
}

/** Books, confirms and changes one appointment with a card, then captures or refunds the money. */
async function bookWithCard(at: Reached, administrator: Person, number: string): Promise<string> {
  const { chance } = run
  const outside = outsideOf(world.sandboxUrl)
  const paymentMethodId = await makeMethod(number)
  if (paymentMethodId === null) return 'no method'
  const customer = await createAccount(at)
  const date = `${chance.pick(world.bookableDays())} ${String(chance.between(9, 12)).padStart(2, '0')}:00`
  const booked = await customer.post('/api/appointments', orderFor(world, { paymentMethodId, date }))
  const id = String(booked.body.id)
  if (booked.status !== 201) return `booking ${booked.status}`
  if (booked.body.requiresAction) {
    const open = (await outside.intents()).find(({ metadata }) => metadata['appointment_id'] === id)
    await outside.challenge(open?.id ?? '', chance.happens(0.8) ? 'complete' : 'fail')
    await world.runJobs()
  }
  await customer.patch(`/api/appointments/${id}`, { productId: chance.between(1, 3) })
  if (chance.happens(0.5)) await administrator.post(`/api/admin/appointments/${id}/capture`)
  if (chance.happens(0.5))
    await administrator.patch(`/api/admin/appointments/${id}/status`, { status: 'cancelled' })
  await customer.get('/api/account/data')
  return 'booked'
}

/** The page's own data: its document and its storage. */
function pageData(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]),
  )
}

/** Types a declined and then an accepted card number in a real browser. Returns the page's own data. */
async function bookInBrowser(): Promise<string> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('request', (request) => {
    if (request.url().startsWith(site.url)) said.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await signUp(page)
  await goToPayment(page)
  await fillPayment(page, cards.declined)
  await secureButton(page).click()
  await page
    .getByText(/declined/)
    .first()
    .waitFor()
  await fillCard(page, cards.approved)
  const before = await pageData(page)
  await secureButton(page).click()
  await expectConfirmed(page)
  const after = await pageData(page)
  await context.close()
  return [before, after, ...said].join('\n')
}

async function searchEverywhere(): Promise<{ found: string[]; rows: number }> {
  const { found, rows } = await searchDatabase(world.context.database.pool, numbers)
  found.push(...world.logLines.flatMap((line) => findCards('the log', line, numbers)))
  found.push(...findCards('the traffic', Buffer.concat(traffic).toString('latin1'), numbers))
  return { found, rows }
}

test(
  `no card number reaches the product, its log or its database (seed ${run.seed})`,
  async () => {
    const administrator = await signInAdministrator(world)
    const ways: Record<string, number> = {}
    for (let booking = 0; booking < run.size; booking++) {
      const number = numbers[booking % numbers.length] ?? ''
      const way = await bookWithCard(site, administrator, number)
      ways[way] = (ways[way] ?? 0) + 1
    }
    const page = await bookInBrowser()
    await world.runJobs()
    const { found, rows } = await searchEverywhere()
    found.push(...findCards('the page', page, numbers))
    const bytes = traffic.reduce((sum, part) => sum + part.length, 0)
    run.report({
      numbers: numbers.length,
      bookings: run.size,
      ...ways,
      'in a browser': 2,
      rows,
      'log lines': world.logLines.length,
      'bytes received': bytes,
      found: found.length,
    })
    expect(firstOf([...new Set(found)])).toEqual([])
    expect(bytes).toBeGreaterThan(1000)
    expect(ways['booked']).toBeGreaterThan(0)
  },
  run.patience(3000),
)

test('control: a card number is found in every place and in every notation', async () => {
  const { pool } = world.context.database
  expect((await searchEverywhere()).found).toEqual([])
  const unnoticed: string[] = []
  await pool.query('create table notes (note text, more jsonb, sealed bytea)')
  for (const written of ['4242424242424242', '4242 4242 4242 4242', '5555-5555-5555-4444', 'ends 60003184']) {
    for (const [column, value] of Object.entries({
      note: `card ${written}, thanks`,
      more: JSON.stringify({ deep: [{ card: written }] }),
      sealed: Buffer.from(`card ${written}`),
    })) {
      await pool.query(`insert into notes (${column}) values ($1)`, [value])
      if ((await searchEverywhere()).found.length === 0) unnoticed.push(`${column}: ${written}`)
      await pool.query('delete from notes')
    }
  }
  await pool.query('drop table notes')
  world.context.log.info({ note: '4000 0027 6000 3184' }, 'a card')
  if ((await searchEverywhere()).found.length === 0) unnoticed.push('the log')
  world.logLines.pop()
  await send(site, 'POST', '/api/auth/sign-in/email', {
    body: { email: 'a@b.test', password: '4242424242424242' },
  })
  if ((await searchEverywhere()).found.length === 0) unnoticed.push('a request')
  expect(unnoticed).toEqual([])
})
