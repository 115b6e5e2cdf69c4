import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../../tests/support/chromium.ts'
import type { Bench } from '../bench.ts'
import { listBookableDays, seedAppointments, seedShops } from '../seed.ts'
import { createDatabase, startProduct, type Server } from '../servers.ts'

const firstShop = 300_001

/** Shops with five days of jobs each, of which ten are in the first bay, and an owner's page of each. */
export type BoardShops = {
  days: readonly string[]
  shopIds: readonly number[]
  /** Fills all bays of a shop as the first two are. */
  fill: (shopId: number) => Promise<void>
  /** Opens a page of a new owner of a shop. */
  enter: (shopId: number, path: string) => Promise<Page>
}

/** Opens the product with so many shops and bays for the work, in the browser of the tests. */
export async function withBoardShops<T>(
  bench: Bench,
  { name, shops, bays }: { name: string; shops: number; bays: number },
  work: (open: BoardShops) => Promise<T>,
): Promise<T> {
  const { databaseUrl, pool } = await createDatabase(bench, name)
  const shopIds = Array.from({ length: shops }, (_, index) => firstShop + index)
  const days = listBookableDays().slice(0, 5)
  await seedShops(pool, shopIds, bays)
  await seedAppointments(pool, shopIds, days)
  const server = await startProduct(bench, databaseUrl)
  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  try {
    return await work({
      days,
      shopIds,
      fill: async (shopId) => {
        await pool.query(
          `insert into appointments (id, shop_id, bay_id, customer_id, package_id, price_cents, starts_at, ends_at,
              state, customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model,
              contact_id, created_at)
            select gen_random_uuid(), shop_id, b.id, customer_id, package_id, price_cents, starts_at, ends_at, state,
              customer_name, customer_email, customer_phone, vehicle_year, vehicle_make, vehicle_model, contact_id,
              created_at
            from appointments a join bays b using (shop_id)
            where shop_id = $1 and state = 'booked' and b.id >= $1 * 10 + 2 and mod(b.id, 2) = mod(bay_id, 2)`,
          [shopId],
        )
      },
      enter: async (shopId, path) => {
        const page = await openPage(browser, server)
        const email = await signUp(page)
        await pool.query(
          `insert into shop_members (shop_id, user_id, role) select $1, id, 'owner' from users where email = $2`,
          [shopId, email],
        )
        await page.goto(path)
        return page
      },
    })
  } finally {
    await browser.close()
    server.close()
  }
}

async function openPage(browser: Browser, { url }: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  return context.newPage()
}

async function signUp(page: Page): Promise<string> {
  const email = `owner-${Date.now()}@example.test`
  const data = { name: 'Casey Owner', email, password: 'midnight-garage-42' }
  const response = await page.request.post('/api/auth/sign-up/email', { data })
  if (!response.ok()) throw new Error(`sign-up answered ${response.status()}`)
  return email
}
