import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { startWorld, type World } from '../support/start-world.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { readFiles, readMails } from './script-files.ts'
import { payloadCount, payloadOf } from './script-payloads.ts'
import { lookAt, screens, watchBrowser, type Watched } from './script-screens.ts'
import { openScriptFixture, type ScriptFixture } from './script-world.ts'
import { buildWatched, type WatchedApp } from './watched-app.ts'

/**
 * The size is the number of rounds: in each round every field has other payloads, five at once in each list.
 */
const run = batteryRun('scripts', 1)
const isWhole = run.size > 1

let world: World
let fixture: ScriptFixture
let site: WatchedApp
let browser: Browser
/** Whether pages come without the policy, so that only their own code keeps scripts from running. */
const doors = { open: false }
let stored = ''

/** A vulnerable page: typed text becomes markup. */
const vulnerablePage = `<!doctype html><title>Careless</title><div id="name"></div><script src="/careless.js"></script>`

beforeAll(async () => {
  await ensureBuilt()
  world = await startWorld({ LOG_LEVEL: 'error' })
  fixture = await openScriptFixture(world)
  site = await buildWatched(world.context, {
    webRoot: join(buildFolder, 'web'),
    begin: (app) => {
      app.addHook('onSend', async (_request, reply) => {
        if (doors.open) reply.removeHeader('content-security-policy')
      })
      app.get('/careless', async (_request, reply) => reply.type('text/html').send(vulnerablePage))
      app.get('/careless-server', async (_request, reply) =>
        reply.type('text/html').send(`<!doctype html><title>Careless</title><div>${stored}</div>`),
      )
      app.get('/careless.js', async (_request, reply) =>
        reply
          .type('text/javascript')
          .send(`document.getElementById('name').innerHTML = ${JSON.stringify(stored)}`),
      )
    },
  })
  browser = await launchChromium()
}, 300_000)
afterAll(async () => {
  await browser.close()
  await site.app.close()
  await world.stop()
})

test(
  `typed text runs on no screen, in no mail and in no file (seed ${run.seed})`,
  async () => {
    const found: string[] = []
    const seen = new Set<string>()
    const first = run.chance.below(payloadCount)
    const ways = {
      visitor: null,
      customer: fixture.customer,
      shop: fixture.shop,
      administrator: fixture.administrator,
    }
    const watched = new Map<string, Watched>()
    for (const [who, person] of Object.entries(ways))
      watched.set(who, await watchBrowser(browser, person, site.url))
    let fields = 0
    for (let round = 0; round < run.size; round++) {
      fields = await fixture.write(first + round)
      // The landing page is compared with the database every ten seconds of the product's clock.
      world.context.clock.setOffset((round + 1) * 11_000)
      // In a whole run every other round has no policy: safety may not rest on it alone.
      doors.open = isWhole && round % 2 === 1
      const note = (of: string, marks: readonly string[]): void => {
        for (const mark of marks) seen.add(`${of} ${mark}`)
      }
      for (const [who, { context }] of watched) {
        const page = await context.newPage()
        for (const screen of screens.filter(
          ({ by = 'visitor', isAlike }) => by === who && (isWhole || !isAlike),
        )) {
          const { marks, faults } = await lookAt(page, fixture, screen)
          note(screen.name, marks)
          found.push(...faults)
        }
        await page.close()
      }
      await fixture.makeMails(round)
      const page = await watched.get('visitor')?.context.newPage()
      for (const { marks, faults } of [
        await readFiles(fixture),
        ...(page ? [await readMails(world, fixture, page)] : []),
      ]) {
        for (const one of marks) note(one.of, one.marks)
        found.push(...faults)
      }
      await page?.close()
    }
    const all = [...watched.values()]
    found.push(...all.flatMap(({ ran }) => ran.map((mark) => `${mark} ran`)))
    found.push(...all.flatMap(({ violations }) => violations.map((one) => `stopped by the policy: ${one}`)))
    found.push(...world.logLines.map((line) => `logged: ${line.slice(0, 300)}`))
    for (const { context } of all) await context.close()
    run.report({
      payloads: new Set([...seen].map((one) => / (\d+)-/.exec(one)?.[1])).size,
      fields,
      places: new Set([...seen].map((one) => one.slice(0, one.lastIndexOf(' ')))).size,
      'payload × field × place': seen.size,
      ran: all.flatMap(({ ran }) => ran).length,
      wrong: found.length,
    })
    expect(firstOf(found)).toEqual([])
    expect(seen.size).toBeGreaterThan(isWhole ? 900 : 100)
  },
  run.patience(90_000),
)

/** Opens a vulnerable page with every payload, one after the other. */
async function countVulnerable(path: string): Promise<{ ran: number; stopped: number }> {
  const watched = await watchBrowser(browser, null, site.url)
  const page = await watched.context.newPage()
  for (let number = 0; number < 10; number++) {
    stored = payloadOf(number, 'careless')
    await page.goto(path)
    // The payloads that run are queued before this frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  }
  await watched.context.close()
  return { ran: watched.ran.length, stopped: watched.violations.length }
}

run.testWhole(
  'control: typed text that becomes markup runs and is counted, and the policy alone would stop it',
  async () => {
    const count = { '/careless': 0, '/careless-server': 0 }
    for (const path of ['/careless', '/careless-server'] as const) {
      doors.open = true
      const { ran } = await countVulnerable(path)
      doors.open = false
      const kept = await countVulnerable(path)
      expect(kept.ran).toBe(0)
      expect(kept.stopped).toBeGreaterThan(2)
      count[path] = ran
    }
    expect(Math.min(...Object.values(count))).toBeGreaterThan(2)
    console.log(
      `▪ scripts: careless pages run ${Object.values(count).join(' and ')} of 10, with the policy none`,
    )
  },
  run.patience(0),
)
