import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/support/chromium.ts'

export type Weight = { files: string[]; gzippedBytes: number; foreignScripts: string[] }

/** Every script a browser loads for a page of the product, gzipped, and the scripts of other origins among them. */
export async function weighPage(url: string): Promise<Weight> {
  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    args,
    ...(env ? { env: { ...process.env, ...env } } : {}),
  })
  try {
    const page = await browser.newPage()
    const bodies: Promise<{ url: string; body: Buffer }>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') {
        bodies.push(response.body().then((body) => ({ url: response.url(), body })))
      }
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const scripts = await Promise.all(bodies)
    const own = scripts.filter((script) => script.url.startsWith(new URL(url).origin))
    return {
      files: own.map((script) => new URL(script.url).pathname),
      gzippedBytes: own.reduce((sum, script) => sum + gzipSync(script.body, { level: 9 }).length, 0),
      foreignScripts: scripts.filter((script) => !own.includes(script)).map((script) => script.url),
    }
  } finally {
    await browser.close()
  }
}
