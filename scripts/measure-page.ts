import { chromium, type Browser } from '@playwright/test'
import type { Flags, Result } from 'lighthouse'
import { findChromium } from '../tests/support/chromium.ts'
import { findFreePort } from './free-port.ts'

/** The categories whose figures are the same on every machine and at every hour. */
const lasting = ['accessibility', 'best-practices', 'seo'] as const

export type Measured = {
  /** 0 to 100. */
  scores: Record<'performance' | (typeof lasting)[number], number>
  fcpMs: number
  lcpMs: number
  tbtMs: number
  /** Layout shift. */
  cls: number
  /** What went over the network, packed as it went. */
  transferredBytes: number
  scriptBytes: number
  /** What cost points outside of performance, in words. */
  faults: string[]
}

/** What Lighthouse says of a page on its mobile preset (a slow phone on slow 4G, simulated), each time in a cache of its own. */
export async function measurePage(url: string, times: number): Promise<Measured[]> {
  return withBrowser(async ({ port }) => {
    const measured: Measured[] = []
    while (measured.length < times) measured.push(await measureOnce(url, port))
    return measured
  })
}

export type Inspected = Pick<Measured, 'cls' | 'faults'> & {
  scores: Record<(typeof lasting)[number], number>
  /** What a browser waits for before it shows anything. */
  renderBlocking: string[]
}

/** The part of `measurePage` that does not depend on the machine's speed, in a few seconds. */
export async function inspectPage(url: string): Promise<Inspected> {
  return withBrowser(async ({ port }) => {
    const result = await askLighthouse(url, {
      port,
      onlyCategories: [...lasting],
      onlyAudits: ['cumulative-layout-shift', 'render-blocking-resources'],
      disableFullPageScreenshot: true,
    })
    return {
      scores: lastingScoresOf(result),
      cls: result.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      renderBlocking: addressesOf(result, 'render-blocking-resources'),
      faults: faultsOf(result),
    }
  })
}

export type Painted = {
  lcpMs: number
  /** Every address that was asked for. */
  requests: string[]
  renderBlocking: string[]
}

// What follows the largest paint is waited for no longer than it takes to know that it was the largest.
const quietMs = 400

/** When the largest part of a page is there on the same preset, for whom the cookies name, in a browser that is open. */
export async function measureLargestPaint(
  url: string,
  { port, cookie }: { port: number; cookie?: string },
): Promise<Painted> {
  const result = await askLighthouse(url, {
    port,
    onlyAudits: ['largest-contentful-paint', 'network-requests', 'render-blocking-resources'],
    disableFullPageScreenshot: true,
    skipAboutBlank: true,
    pauseAfterFcpMs: quietMs,
    pauseAfterLoadMs: quietMs,
    networkQuietThresholdMs: quietMs,
    cpuQuietThresholdMs: quietMs,
    ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
  })
  return {
    lcpMs: result.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    requests: addressesOf(result, 'network-requests'),
    renderBlocking: addressesOf(result, 'render-blocking-resources'),
  }
}

/** The addresses that an audit lists. */
function addressesOf({ audits }: Result, audit: string): string[] {
  const details = audits[audit]?.details as { items?: { url: string }[] } | undefined
  return (details?.items ?? []).map(({ url }) => url)
}

function scoreOf({ categories }: Result, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100)
}

function lastingScoresOf(result: Result): Inspected['scores'] {
  return {
    accessibility: scoreOf(result, 'accessibility'),
    'best-practices': scoreOf(result, 'best-practices'),
    seo: scoreOf(result, 'seo'),
  }
}

/** Opens the browser of the tests; Lighthouse reaches it by its port. */
export async function withBrowser<T>(
  use: (opened: { browser: Browser; port: number }) => Promise<T>,
): Promise<T> {
  const { executablePath, args, env } = await findChromium()
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    ...(env ? { env: { ...process.env, ...env } } : {}),
  })
  try {
    return await use({ browser, port })
  } finally {
    await browser.close()
  }
}

async function askLighthouse(url: string, flags: Flags): Promise<Result> {
  // Loaded when a page is measured by it: whoever only wants the browser does not wait two seconds for it.
  const { default: lighthouse } = await import('lighthouse')
  const result = await lighthouse(url, { logLevel: 'error', output: 'json', ...flags })
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
  return result.lhr
}

/** What cost points in the categories that are no matter of speed, in words. */
function faultsOf({ audits, categories: found }: Result): string[] {
  return lasting
    .flatMap((category) => found[category]?.auditRefs ?? [])
    .flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit?.score !== null && (audit?.score ?? 0) < 1
        ? [`${id}: ${audit?.title ?? ''}`]
        : []
    })
}

async function measureOnce(url: string, port: number): Promise<Measured> {
  const result = await askLighthouse(url, { port, onlyCategories: ['performance', ...lasting] })
  const { audits } = result
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details as { items?: Request[] } | undefined)?.items ?? []
  const bytesOf = (counted: Request[]) =>
    counted.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)
  return {
    scores: { performance: scoreOf(result, 'performance'), ...lastingScoresOf(result) },
    fcpMs: figure('first-contentful-paint'),
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    transferredBytes: bytesOf(requests),
    scriptBytes: bytesOf(requests.filter(({ resourceType }) => resourceType === 'Script')),
    faults: faultsOf(result),
  }
}

type Request = { resourceType?: string; transferSize?: number }
