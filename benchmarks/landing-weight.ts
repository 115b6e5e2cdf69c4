import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'

type Weight = { gzippedBytes: number; foreignScripts: string[] }

/** Every script a browser loads for a page of the product, gzipped at level 9, and the addresses of those of other origins. */
export async function weighPage(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage()
  const bodies: Promise<{ url: string; body: Buffer }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      bodies.push(response.body().then((body) => ({ url: response.url(), body })))
    }
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const scripts = await Promise.all(bodies)
  await page.close()
  const own = scripts.filter((script) => script.url.startsWith(new URL(url).origin))
  return {
    gzippedBytes: own.reduce((sum, script) => sum + gzipSync(script.body, { level: 9 }).length, 0),
    foreignScripts: scripts.filter((script) => !own.includes(script)).map((script) => script.url),
  }
}
