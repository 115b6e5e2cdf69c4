import { test as base } from '@playwright/test'
import { startProduct, type Product } from './start-product.ts'

/** The administrator of every product that browser tests run against. */
export const administrator = { email: 'administrator@example.test', password: 'midnight-garage-42' }

/** Browser tests against one built product for each worker; every test brings its own people. */
export const test = base.extend<{ baseURL: string }, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- the fixture's signature demands it
    async ({}, use) => {
      const product = await startProduct({
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
})

export { expect } from '@playwright/test'
