import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { watchScripts, weightOf } from './page-scripts.ts'

/** Somebody signed in, on a phone, with nothing in the browser's cache. */
export async function openPhone(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
  await context.addCookies(cookies)
  return context
}

export type FirstLoad = { requests: string[]; scriptBytes: number }

/** All that the first step of a booking asks for until it stands and the network is quiet; its scripts gzipped at level 9. */
export async function visitFirstStep(page: Page): Promise<FirstLoad> {
  const requests: string[] = []
  const scripts = watchScripts(page)
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/scheduler?step=vehicle', { waitUntil: 'networkidle' })
  await page.getByLabel('Vehicle Year').waitFor()
  const scriptBytes = weightOf(await scripts())
  page.removeAllListeners()
  return { requests: [...requests], scriptBytes }
}

/** What each press took until it was painted, in milliseconds; the steps that stood without a network, in order; all that was asked for. */
export type Walk = { pressMs: Record<string, number>; shownOffline: string[]; asked: string[] }

type Pressed = Window & { longestMs: number }

/** Has the page keep the longest of all presses since it was last asked, from the press to its paint. What has no `interactionId` is none: a browser finds itself hovering when a page comes. */
async function watchPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pressed = window as unknown as Pressed
    pressed.longestMs = 0
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId !== 0) pressed.longestMs = Math.max(pressed.longestMs, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Gives what waits until nothing that was asked for is open. */
function watchQuiet(page: Page): () => Promise<void> {
  const open = new Set<object>()
  let changedAt = 0
  const note = (change: () => void) => {
    change()
    changedAt = performance.now()
  }
  page.on('request', (request) => note(() => open.add(request)))
  page.on('requestfinished', (request) => note(() => open.delete(request)))
  page.on('requestfailed', (request) => note(() => open.delete(request)))
  return async () => {
    while (open.size > 0 || performance.now() - changedAt < 250) await page.waitForTimeout(25)
  }
}

/** Goes from the first step to the payment with the processor at a quarter, the network cut at each press that leads to a next step. */
export async function walkThroughSteps(page: Page): Promise<Walk> {
  await watchPresses(page)
  const untilQuiet = watchQuiet(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/scheduler?step=vehicle')
  await untilQuiet()
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const walk: Walk = { pressMs: {}, shownOffline: [], asked: [] }

  const press = async (what: string, work: () => Promise<void>) => {
    await work()
    // The entry of a press follows its paint.
    walk.pressMs[what] = await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const pressed = window as unknown as Pressed
      const longest = pressed.longestMs
      pressed.longestMs = 0
      return longest
    })
  }
  const choose = async (label: string, typed: string, chosen: string) => {
    const select = page.getByLabel(label)
    await select.focus()
    await press(label, () => select.pressSequentially(typed))
    const value = await select.inputValue()
    if (value !== chosen) throw new Error(`${label} is ${value}, not ${chosen}`)
  }
  const goOn = async (button: Locator, shown: Locator, step: string) => {
    await button.waitFor()
    await untilQuiet()
    await page.context().setOffline(true)
    await press(`on to ${step}`, () => button.tap())
    await shown.first().waitFor({ timeout: 10_000 })
    walk.shownOffline.push(step)
    await page.context().setOffline(false)
    // What the step asks ahead was asked without a network.
    await page.reload()
  }

  await choose('Vehicle Year', '2021', '2021')
  await choose('Vehicle Make', 'Au', 'Audi')
  await choose('Vehicle Model', 'Q5', 'Q5')
  const packages = page.getByRole('button', { name: /^Select Package/ })
  await goOn(page.getByRole('button', { name: 'Continue to Package Selection' }), packages, 'packages')
  const days = page.getByRole('group', { name: 'Date' }).getByRole('radio', { name: / left$/ })
  await goOn(packages.first(), days, 'times')
  await press('a day', () => days.last().tap())
  const times = page.getByRole('group', { name: 'Select a Time Slot' })
  await press('a time', () => times.getByRole('radio', { disabled: false }).first().tap())
  const form = page.getByRole('heading', { name: 'Secure Your Appointment' })
  await goOn(page.getByRole('button', { name: 'Confirm Appointment' }), form, 'payment')
  walk.asked = asked
  return walk
}
