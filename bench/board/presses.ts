import type { Locator, Page } from '@playwright/test'
import type { Bench } from '../bench.ts'
import { withBoardShops } from './open-shops.ts'
import { watchPresses } from '../booking-walk.ts'
import { atMost, format, median, type Figure } from '../figures.ts'

const rounds = 10
const cpuSlowdown = 4
const bays = 6
const restMs = 500
/** From the press until the dialog is in the page, which has no target: it is no paint of a press. */
const detailsThere = 'details there after'

type Presses = Map<string, number[]>

const questionOf = (page: Page) => page.getByRole('region', { name: 'Move' })

type Watching = Window & { dragStartMs: Promise<number> }

/**
 * Watches a pressed job. Returns a function that answers the milliseconds from the first movement of the
 * mouse until the job that follows it is painted.
 */
async function watchDragStart(page: Page, job: Locator): Promise<() => Promise<number>> {
  await job.evaluate((element) => {
    const watching = window as unknown as Watching
    watching.dragStartMs = new Promise((resolve) => {
      let movedAt = 0
      const note = ({ timeStamp }: Event) => (movedAt = timeStamp)
      addEventListener('mousemove', note, { capture: true, once: true })
      new MutationObserver((_, observer) => {
        observer.disconnect()
        // A message that is posted in a frame arrives after its paint.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - movedAt))
          port1.start()
          port2.postMessage(null)
        })
      }).observe(element, { attributes: true, attributeFilter: ['style'] })
    })
  })
  return () => page.evaluate(() => (window as unknown as Watching).dragStartMs)
}

async function measureSpan(page: Page, presses: Presses): Promise<void> {
  const takeLongest = await watchPresses(page)
  const add = (name: string, ms: number) => presses.set(name, [...(presses.get(name) ?? []), ms])
  const job = page.locator('[data-job][data-state="booked"]').first()
  const place = await job.boundingBox()
  if (!place) throw new Error('the board shows no job')
  const [x, y] = [place.x + 30, place.y + 20]
  const question = questionOf(page)
  for (let round = 0; round < rounds; round++) {
    // A press meets an idle page, as a person's does. The live stream of the page never ends.
    await page.waitForTimeout(restMs)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await takeLongest()
    const takeDragStart = await watchDragStart(page, job)
    await page.mouse.move(x + 20, y + 20)
    add('start of a drag', await takeDragStart())
    // Outside the opening hours and over other jobs, so that each span has an answer.
    await page.mouse.move(x + 60, y + 160, { steps: 6 })
    await takeLongest()
    await page.mouse.up()
    await question.waitFor()
    add('drop', await takeLongest())
    await question.getByRole('button').last().click()
    await question.waitFor({ state: 'detached' })

    await job.focus()
    await takeLongest()
    await page.keyboard.press('Space')
    add('pick up by key', await takeLongest())
    await page.keyboard.press('ArrowDown')
    add('step by key', await takeLongest())
    await page.keyboard.press('Escape')
    await takeLongest()

    const begin = performance.now()
    await job.click({ position: { x: 20, y: 10 } })
    await page.getByRole('dialog', { name: 'Appointment Details' }).waitFor()
    add(detailsThere, performance.now() - begin)
    add('open the details', await takeLongest())
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

function toFigure(span: string, jobs: number, presses: Presses): Figure {
  const all = [...presses].map(([name, ms]) => ({ name, ms: median(ms), least: Math.min(...ms) }))
  const slowest = Math.max(...all.filter(({ name }) => name !== detailsThere).map(({ ms }) => ms))
  const result = all.map(({ name, ms, least }) => `${name} ${format(ms)} (${format(least)})`).join(', ')
  const measured = `slowest press on the board of a ${span} with ${jobs} jobs, at a quarter of the processor`
  return atMost(100, measured, slowest, `${result} ms; median of ${rounds} (least)`)
}

/** Presses on the board until their paint: the start and the end of a drag, its keys, and a job's details. */
export async function measureBoard(bench: Bench): Promise<Figure[]> {
  return withBoardShops(bench, { name: 'board', shops: 1, bays }, async ({ days, shopIds, fill, enter }) => {
    const [shopId = 0] = shopIds
    await fill(shopId)
    const figures: Figure[] = []
    for (const span of ['day', 'week']) {
      const page = await enter(shopId, `/admin?view=board&span=${span}&day=${days[0]}`)
      await page.locator('[data-job]').first().waitFor()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
      const presses: Presses = new Map()
      await measureSpan(page, presses)
      figures.push(toFigure(span, await page.locator('[data-job]').count(), presses))
      await page.context().close()
    }
    return figures
  })
}
