import { chromium, type Browser } from '@playwright/test'
import type { Flags, Result } from 'lighthouse'
import { findChromium } from '../tests/support/chromium.ts'
import { findFreePort } from './free-port.ts'

/** The categories whose scores do not depend on the machine's speed. */
const stableCategories = ['accessibility', 'best-practices', 'seo'] as const

export type Measured = {
  /** 0 to 100. */
  scores: Record<'performance' | (typeof stableCategories)[number], number>
  fcpMs: number
  lcpMs: number
  tbtMs: number
  /** Cumulative layout shift. */
  cls: number
  /** Bytes over the network, compressed. */
  transferredBytes: number
  scriptBytes: number
  /** Titles of the failed audits outside of performance. */
  faults: string[]
}

/**
 * Measures a page with Lighthouse's mobile preset (a slow phone on slow 4G, simulated), each time with an
 * empty cache.
 */
export async function measurePage(url: string, times: number): Promise<Measured[]> {
  return withBrowser(async ({ port }) => {
    const measured: Measured[] = []
    while (measured.length < times) measured.push(await measureOnce(url, port))
    return measured
  })
}

export type Inspected = Pick<Measured, 'cls' | 'faults'> & {
  scores: Record<(typeof stableCategories)[number], number>
  /** URLs of the render-blocking resources. */
  renderBlocking: string[]
}

/** The part of `measurePage` that does not depend on the machine's speed; takes a few seconds. */
export async function inspectPage(url: string): Promise<Inspected> {
  return withBrowser(async ({ port }) => {
    const result = await runLighthouse(url, {
      port,
      onlyCategories: [...stableCategories],
      onlyAudits: ['cumulative-layout-shift', 'render-blocking-resources'],
      disableFullPageScreenshot: true,
    })
    return {
      scores: stableScoresOf(result),
      cls: result.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      renderBlocking: addressesOf(result, 'render-blocking-resources'),
      faults: faultsOf(result),
    }
  })
}

export type Painted = {
  lcpMs: number
  /** URLs of all requests. */
  requests: string[]
  renderBlocking: string[]
}

// The wait after the largest paint is just long enough to know that it was the largest.
const idleMs = 400

/**
 * Measures the largest contentful paint with the same preset in an open browser, for the session of the
 * cookie.
 */
export async function measureLargestPaint(
  url: string,
  { port, cookie }: { port: number; cookie?: string },
): Promise<Painted> {
  const result = await runLighthouse(url, {
    port,
    onlyAudits: ['largest-contentful-paint', 'network-requests', 'render-blocking-resources'],
    disableFullPageScreenshot: true,
    skipAboutBlank: true,
    pauseAfterFcpMs: idleMs,
    pauseAfterLoadMs: idleMs,
    networkQuietThresholdMs: idleMs,
    cpuQuietThresholdMs: idleMs,
    ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
  })
  return {
    lcpMs: result.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    requests: addressesOf(result, 'network-requests'),
    renderBlocking: addressesOf(result, 'render-blocking-resources'),
  }
}

/** Returns the URLs that an audit lists. */
function addressesOf({ audits }: Result, audit: string): string[] {
  const details = audits[audit]?.details as { items?: { url: string }[] } | undefined
  return (details?.items ?? []).map(({ url }) => url)
}

function scoreOf({ categories }: Result, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100)
}

function stableScoresOf(result: Result): Inspected['scores'] {
  return {
    accessibility: scoreOf(result, 'accessibility'),
    'best-practices': scoreOf(result, 'best-practices'),
    seo: scoreOf(result, 'seo'),
  }
}

/** Starts the browser of the tests; Lighthouse connects to its port. */
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

async function runLighthouse(url: string, flags: Flags): Promise<Result> {
  // Imported on first use: callers that only need the browser do not wait two seconds for it.
  const { default: lighthouse } = await import('lighthouse')
  const result = await lighthouse(url, { logLevel: 'error', output: 'json', ...flags })
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
  return result.lhr
}

/** Lists the failed audits of the categories that do not depend on speed. */
function faultsOf({ audits, categories: found }: Result): string[] {
  return stableCategories
    .flatMap((category) => found[category]?.auditRefs ?? [])
    .flatMap(({ id, weight }) => {
      const audit = audits[id]
      return weight > 0 && audit?.score !== null && (audit?.score ?? 0) < 1
        ? [`${id}: ${audit?.title ?? ''}`]
        : []
    })
}

async function measureOnce(url: string, port: number): Promise<Measured> {
  const result = await runLighthouse(url, { port, onlyCategories: ['performance', ...stableCategories] })
  const { audits } = result
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details as { items?: Request[] } | undefined)?.items ?? []
  const bytesOf = (counted: Request[]) =>
    counted.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)
  return {
    scores: { performance: scoreOf(result, 'performance'), ...stableScoresOf(result) },
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
