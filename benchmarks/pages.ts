import type { Browser } from '@playwright/test'
import { measureLargestPaint, measurePage, withBrowser } from '../scripts/measure-page.ts'
import { medianOf } from '../scripts/page-targets.ts'
import type { Bench } from './bench.ts'
import { openPhone, visitFirstStep, walkThroughSteps, type Walk } from './booking-visit.ts'
import { startFloorPage } from './floor-page.ts'
import { weighPage } from './landing-weight.ts'
import { atMost, inWords, mustBe, notRun, type Line } from './line.ts'
import { inTurns, median } from './measure.ts'
import { outsideOf } from './outside.ts'
import { findFaultsOfFiles, findSentAgain } from './page-files.ts'
import { createDatabase, signUpCustomer, startServer, type Server } from './product.ts'
import { weighReactAlone } from './react-alone.ts'

const firstStep = '/scheduler?step=vehicle'

type Opened = { server: Server; cookie: string; port: number; browser: Browser }

/** The landing page against its own HTML alone, as Lighthouse simulates a slow phone. */
async function comparePaints(bench: Bench, { server, cookie, port }: Opened): Promise<Line[]> {
  if (bench.quick) return [notRun('largest paints, and what holds up the first one', 'a quick run')]
  const floor = await startFloorPage(bench, `${server.url}/`)
  try {
    const blocking = new Set<string>()
    const measureLanding = async () => {
      const { lcpMs, renderBlocking } = await measureLargestPaint(`${server.url}/`, { port })
      for (const address of renderBlocking) blocking.add(address)
      return lcpMs
    }
    const [landing, html, booking] = await inTurns(bench.rounds, [
      measureLanding,
      async () => {
        const { lcpMs, requests } = await measureLargestPaint(floor.url, { port })
        if (requests.length !== 1) throw new Error(`the floor page asks for ${requests.join(', ')}`)
        return lcpMs
      },
      async () => (await measureLargestPaint(server.url + firstStep, { port, cookie })).lcpMs,
    ])
    const ratio = median(landing) / median(html)
    const seconds = median(booking) / 1000
    return [
      atMost(1.15, {
        what: 'largest paint of the landing page, against its HTML alone',
        figure: `${inWords(median(landing))} ms against ${inWords(median(html))} ms = ${inWords(ratio)}`,
        value: ratio,
      }),
      mustBe(
        'nothing holds up the first paint of the landing page',
        blocking.size === 0 ? 'nothing' : [...blocking].join(', '),
        blocking.size === 0,
      ),
      atMost(2, {
        what: 'largest paint of the first step of a booking, in seconds',
        figure: `${inWords(seconds)} s`,
        value: seconds,
      }),
    ]
  } finally {
    await floor.close()
  }
}

/** Whether the landing page's script waits for all that is seen. */
async function findWhenTakenOver({ server, browser }: Opened): Promise<Line> {
  const page = await browser.newPage({ baseURL: server.url })
  const taken = page.waitForResponse(/get-session/)
  await page.goto('/')
  await taken
  const afterMs = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name }) => name.includes('/assets/') && name.endsWith('.js'),
    )
    return Math.min(...scripts.map(({ startTime }) => startTime)) - (navigation?.loadEventStart ?? Infinity)
  })
  await page.close()
  return mustBe(
    'React is asked for once the landing page is loaded',
    `${inWords(afterMs)} ms after`,
    afterMs >= 0,
  )
}

async function weighLanding({ server, browser }: Opened): Promise<Line[]> {
  const { gzippedBytes, foreignScripts } = await weighPage(browser, `${server.url}/`)
  const kilobytes = gzippedBytes / 1000
  return [
    atMost(80, {
      what: 'JavaScript of the landing page, gzipped',
      figure: `${inWords(kilobytes)} kB`,
      value: kilobytes,
    }),
    atMost(0, {
      what: "card provider's scripts on the landing page",
      figure: String(foreignScripts.length),
      value: foreignScripts.length,
    }),
  ]
}

async function weighFirstStep({ server, cookie, browser }: Opened): Promise<Line[]> {
  const context = await openPhone(browser, server.url, cookie)
  const { requests, scriptBytes } = await visitFirstStep(await context.newPage())
  await context.close()
  const [kilobytes, reactKilobytes] = [scriptBytes / 1000, (await weighReactAlone()) / 1000]
  return [
    atMost(107, {
      what: 'JavaScript of the first step of a booking, gzipped, in kB',
      figure: `${inWords(kilobytes)} kB, ${inWords(kilobytes / reactKilobytes)} times React alone (${inWords(reactKilobytes)} kB)`,
      value: kilobytes,
    }),
    atMost(12, {
      what: 'requests until it stands',
      figure: String(requests.length),
      value: requests.length,
    }),
  ]
}

async function walk(bench: Bench, { server, cookie, browser }: Opened, providerUrl: string): Promise<Line[]> {
  const walks: Walk[] = []
  for (let round = 0; round < (bench.quick ? 1 : bench.rounds); round += 1) {
    const context = await openPhone(browser, server.url, cookie)
    walks.push(await walkThroughSteps(await context.newPage()))
    await context.close()
  }
  const presses = Object.keys(walks[0]?.pressMs ?? {}).map((what) => ({
    what,
    ms: median(walks.map(({ pressMs }) => pressMs[what] ?? Number.NaN)),
  }))
  const slowest = presses.toSorted((a, b) => b.ms - a.ms)[0]
  const steps = walks[0]?.shownOffline ?? []
  const isProviderAsked = walks.every(({ asked }) => asked.some((url) => url.startsWith(providerUrl)))
  return [
    atMost(100, {
      what: 'slowest press of a booking until it is painted, at a quarter of the processor, in ms',
      figure: `${inWords(slowest?.ms ?? Number.NaN)} ms: ${presses.map(({ what, ms }) => `${what} ${inWords(ms)}`).join(', ')}`,
      value: slowest?.ms ?? Number.NaN,
    }),
    mustBe(
      'each next step stands with the network cut before it was asked for, and the card provider’s script was asked for',
      `${steps.join(', ')}${isProviderAsked ? '' : ', without the provider'}`,
      isProviderAsked,
    ),
  ]
}

async function checkFiles({ server }: Opened): Promise<Line[]> {
  const { count, faults } = await findFaultsOfFiles(server.url)
  const again = await findSentAgain(server.url, ['/', '/login', '/scheduler', firstStep])
  return [
    mustBe(
      'files with a digest in their name are kept for good, and packed by the build',
      faults.length === 0 ? `${count} files` : faults.join('; '),
      faults.length === 0,
    ),
    mustBe(
      'pages that did not change are not sent again',
      again.length === 0 ? '304' : again.join(', '),
      again.length === 0,
    ),
  ]
}

/** The four scores of the landing page. */
async function score(bench: Bench, { server }: Opened): Promise<Line> {
  const what = 'Lighthouse on the landing page, all four'
  if (bench.quick) return notRun(what, 'a quick run')
  const { figures } = medianOf(await measurePage(`${server.url}/`, 3))
  const scores = [figures.performance, figures.accessibility, figures['best-practices'], figures.seo]
  return mustBe(what, scores.map(inWords).join(', '), Math.min(...scores) === 100)
}

type Site = { server: Server; cookie: string; providerUrl: string; close(): Promise<void> }

/** The product for a browser, with a customer's session. */
export function siteOf(bench: Bench): Promise<Site> {
  return bench.once('site', async () => {
    const outside = await outsideOf(bench)
    const providerUrl = `${outside.providerUrl}/card-script`
    const server = await startServer(bench, {
      name: 'pages',
      databaseUrl: await createDatabase(bench, 'pages'),
      outside,
      env: { STRIPE_SCRIPT_URL: providerUrl },
    })
    const cookie = await signUpCustomer(server, 'pages@example.test')
    return { server, cookie, providerUrl, close: () => server.close() }
  })
}

/** What a person waits for: the landing page and a booking, in a browser. */
export async function measurePages(bench: Bench): Promise<Line[]> {
  const { server, cookie, providerUrl } = await siteOf(bench)
  return withBrowser(async ({ browser, port }) => {
    const opened = { server, cookie, port, browser }
    return [
      ...(await weighLanding(opened)),
      ...(await comparePaints(bench, opened)),
      await findWhenTakenOver(opened),
      ...(await weighFirstStep(opened)),
      ...(await walk(bench, opened, providerUrl)),
      ...(await checkFiles(opened)),
      await score(bench, opened),
    ]
  })
}
