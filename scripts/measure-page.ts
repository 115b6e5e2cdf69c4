import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '../tests/support/chromium.ts'
import { findFreePort } from './free-port.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export type Measured = {
  /** 0 to 100. */
  scores: Record<(typeof categories)[number], number>
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
  const { executablePath, args, env } = await findChromium()
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    ...(env ? { env: { ...process.env, ...env } } : {}),
  })
  try {
    const measured: Measured[] = []
    while (measured.length < times) measured.push(await measureOnce(url, port))
    return measured
  } finally {
    await browser.close()
  }
}

async function measureOnce(url: string, port: number): Promise<Measured> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...categories],
  })
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { audits, categories: found, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const scoreOf = (id: string) => Math.round((found[id]?.score ?? 0) * 100)
  const requests = (audits['network-requests']?.details as { items?: Request[] } | undefined)?.items ?? []
  const bytesOf = (counted: Request[]) =>
    counted.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    fcpMs: figure('first-contentful-paint'),
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    transferredBytes: bytesOf(requests),
    scriptBytes: bytesOf(requests.filter(({ resourceType }) => resourceType === 'Script')),
    faults: categories
      .filter((category) => category !== 'performance')
      .flatMap((category) => found[category]?.auditRefs ?? [])
      .flatMap(({ id, weight }) => {
        const audit = audits[id]
        return weight > 0 && audit?.score !== null && (audit?.score ?? 0) < 1
          ? [`${id}: ${audit?.title ?? ''}`]
          : []
      }),
  }
}

type Request = { resourceType?: string; transferSize?: number }
