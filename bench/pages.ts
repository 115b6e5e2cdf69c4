import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../tests/support/chromium.ts'
import type { Bench } from './bench.ts'
import { watchPresses, walkThroughBooking } from './booking-walk.ts'
import { atMost, compare, format, median, ratioOf, type Figure } from './figures.ts'
import { createDatabase, startBareServer, startProduct, type Server } from './servers.ts'

const rounds = 5
const firstStep = '/scheduler?step=vehicle'

/** Lighthouse's mobile preset: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const slow4G = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750, offline: false }
const cpuSlowdown = 4
const settleMs = 4000

type Slow = { cpu?: boolean; network?: boolean }

/**
 * Opens a phone with an empty cache, with or without a throttled processor and network, and closes it after
 * the work.
 */
async function onPhone<T>(browser: Browser, { url }: Server, slow: Slow, work: (page: Page) => Promise<T>) {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: url, viewport, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  if (slow.cpu) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await devtools.send('Network.enable')
  if (slow.network) await devtools.send('Network.emulateNetworkConditions', slow4G)
  const result = await work(page)
  await context.close()
  return result
}

/** Gives the browser the session of a new customer. */
async function signUp(page: Page): Promise<void> {
  const data = { name: 'Casey', email: `casey-${Date.now()}@example.test`, password: 'midnight-garage-42' }
  const response = await page.request.post('/api/auth/sign-up/email', { data })
  if (!response.ok()) throw new Error(`sign-up answered ${response.status()}`)
}

/** Milliseconds until the largest contentful paint, on a slow phone on slow 4G. */
function measurePaint(browser: Browser, server: Server, path: string): Promise<number> {
  return onPhone(browser, server, { cpu: true, network: true }, async (page) => {
    await page.goto(path)
    // Long enough for a picture that the page asks for after its first paint.
    await page.waitForTimeout(settleMs)
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? 0),
          )
          observer.observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  })
}

/** The document without anything that a browser fetches: its text and its own styles stay. */
function withoutFetches(document: string): string {
  return document
    .replaceAll(/<script (?!type="application\/)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:preload|icon)"[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*url\([^}]*\}/g, '')
    .replaceAll(/<(?:img|source) [^>]*>/g, '')
}

/** The landing page against its own HTML from a bare server. */
async function comparePaints(bench: Bench, browser: Browser, server: Server, databaseUrl: string) {
  const file = join(await bench.makeFolder('page'), 'index.html')
  await writeFile(file, withoutFetches(await (await fetch(server.url)).text()))
  const bare = await startBareServer(bench, databaseUrl, file)
  const measureOwn = () => measurePaint(browser, server, '/')
  const measureBare = () => measurePaint(browser, bare, '/page')
  const [own, floor] = await compare(rounds, measureOwn, measureBare).finally(() => bare.close())
  const measured = 'largest paint of the landing page, against its HTML alone'
  return atMost(1.2, measured, own / floor, ratioOf(own, floor, 'ms'))
}

/** Kilobytes (1,000 bytes) of script, gzipped, until the first step of a booking is there. */
function weighFirstStep(browser: Browser, server: Server): Promise<Figure> {
  return onPhone(browser, server, {}, async (page) => {
    await signUp(page)
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.goto(firstStep, { waitUntil: 'networkidle' })
    await page.getByLabel('Vehicle Year').waitFor()
    const weights = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length)
    const kilobytes = weights.reduce((sum, bytes) => sum + bytes, 0) / 1000
    return atMost(110, 'scripts of the first booking step, gzipped', kilobytes, `${format(kilobytes)} kB`)
  })
}

/** Each press of a booking until it is painted, the median of several bookings; the slowest counts. */
async function measurePresses(browser: Browser, server: Server): Promise<Figure> {
  const pressMs = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    await onPhone(browser, server, { cpu: true }, async (page) => {
      await signUp(page)
      await page.goto(firstStep)
      await walkThroughBooking(page, await watchPresses(page), pressMs)
    })
  }
  const presses = [...pressMs].map(([name, ms]) => ({ name, ms: median(ms) }))
  const slowest = Math.max(...presses.map(({ ms }) => ms))
  const result = presses.map(({ name, ms }) => `${name} ${format(ms)}`).join(', ')
  return atMost(150, 'slowest press of a booking, at a quarter of the processor', slowest, `${result} ms`)
}

/** The landing page and a booking, in the browser of the tests. */
export async function measurePages(bench: Bench): Promise<Figure[]> {
  const { databaseUrl } = await createDatabase(bench, 'pages')
  const server = await startProduct(bench, databaseUrl)
  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  try {
    const paint = await comparePaints(bench, browser, server, databaseUrl)
    return [paint, await weighFirstStep(browser, server), await measurePresses(browser, server)]
  } finally {
    await browser.close()
    server.close()
  }
}
