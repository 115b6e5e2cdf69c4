import { test as base, type Browser } from '@playwright/test'
import { launchAgain } from './launch-chromium.ts'
import { startProduct, type Product } from './start-product.ts'
import { createTestDatabase } from './test-database.ts'

/** The administrator of every product that browser tests run against. */
export const administrator = { email: 'administrator@example.test', password: 'midnight-garage-42' }

/** A product of the browser tests, on a database of its own in the PostgreSQL that all of them share. */
export type BrowserProduct = Product & { databaseUrl: string }

type StartForWorker = [
  (fixtures: object, use: (product: BrowserProduct) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

// A worker shares what one and the same function started among all its journeys, so each kind of journey gets a function of its own.
function startForWorker(environment: Record<string, string> = {}): StartForWorker {
  return [
    // oxlint-disable-next-line no-empty-pattern -- the fixture's signature demands it
    async ({}, use) => {
      const databaseUrl = await createTestDatabase()
      const product = await startProduct({
        DATABASE_URL: databaseUrl,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        // A password at its full price takes a tenth of a second of the processor, several times in each journey.
        NODE_OPTIONS: `--import=${process.env['QUICK_PASSWORDS']}`,
        ...environment,
      })
      await use({ ...product, databaseUrl })
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ]
}

/** Browser tests against one built product for each worker; every test brings its own people. */
export const test = base.extend<{ baseURL: string }, { product: BrowserProduct; browser: Browser }>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await launchAgain(() => playwright[browserName].launch())
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 0 },
  ],
  product: startForWorker(),
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
})

/** As `test`, with a product that no other journeys use: for those that turn the clock, look at all there is, or set it up otherwise. */
export function testWithOwnProduct(environment: Record<string, string> = {}) {
  return test.extend<object, { product: BrowserProduct }>({ product: startForWorker(environment) })
}

/** For journeys that turn the product's clock, and those of staff, who see everything that others left there. */
export const testWithTurnedClock = testWithOwnProduct()

export { expect } from '@playwright/test'
