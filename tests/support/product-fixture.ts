import { test as base, type Browser, type Page } from '@playwright/test'
import { launchAgain } from './launch-chromium.ts'
import { raisedCardLimits } from './raised-limits.ts'
import { startProduct, type Product } from './start-product.ts'
import { createTestDatabase } from './test-database.ts'

/** The administrator account of every product in browser tests. */
export const administrator = { email: 'administrator@example.test', password: 'midnight-garage-42' }

/** A product for browser tests with its own database in the shared PostgreSQL. */
export type BrowserProduct = Product & { databaseUrl: string }

type StartForWorker = [
  (fixtures: object, use: (product: BrowserProduct) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

// Playwright shares a worker fixture by the identity of its function, so each kind of test gets a function of
// its own.
function startForWorker(environment: Record<string, string> = {}): StartForWorker {
  return [
    // oxlint-disable-next-line no-empty-pattern -- the fixture's signature demands it
    async ({}, use) => {
      const databaseUrl = await createTestDatabase()
      const product = await startProduct({
        DATABASE_URL: databaseUrl,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        // All browsers share the network of this machine.
        MAPS_NETWORK_REQUESTS: '100000',
        MAPS_DAILY_REQUESTS: '100000',
        // Hashing at the production cost takes 0.1 s of CPU, several times in each test.
        NODE_OPTIONS: `--import=${process.env['QUICK_PASSWORDS']}`,
        ...raisedCardLimits,
        ...environment,
      })
      await use({ ...product, databaseUrl })
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ]
}

/** Browser tests with one built product for each worker; every test creates its own people. */
export const test = base.extend<
  { baseURL: string; page: Page },
  { product: BrowserProduct; browser: Browser }
>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await launchAgain(() => playwright[browserName].launch())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 0 },
  ],
  product: startForWorker(),
  page: async ({ page }, use) => {
    await use(page)
    // A live page may load again at any moment, also while the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
})

/**
 * As `test`, with a product of its own: for tests that move the clock, read all data, or need other settings.
 */
export function testWithOwnProduct(environment: Record<string, string> = {}) {
  return test.extend<object, { product: BrowserProduct }>({ product: startForWorker(environment) })
}

/** For tests that move the clock, and for staff tests, which see the data of other tests. */
export const testWithTurnedClock = testWithOwnProduct()

export { expect } from '@playwright/test'
