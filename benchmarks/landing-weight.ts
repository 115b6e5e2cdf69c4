import type { Browser } from '@playwright/test'
import { watchScripts, weightOf } from './page-scripts.ts'

type Weight = { gzippedBytes: number; foreignScripts: string[] }

/** What the scripts weigh that a browser loads for a page of the product, and the addresses of those of other origins. */
export async function weighPage(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage()
  const loaded = watchScripts(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const scripts = await loaded()
  await page.close()
  const own = scripts.filter((script) => script.url.startsWith(new URL(url).origin))
  return {
    gzippedBytes: weightOf(own),
    foreignScripts: scripts.filter((script) => !own.includes(script)).map((script) => script.url),
  }
}
