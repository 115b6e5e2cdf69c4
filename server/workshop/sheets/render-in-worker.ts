import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageSize, Sheet } from '../../../contract/workshop/sheets.ts'
import { refuse } from '../../../contract/refusals.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'
import type { Report } from './report.ts'

export type RenderRequest = { pageSize: PageSize } & ({ sheet: Sheet } | { report: Report })

const renderMs = 20_000
/** Milliseconds that a sheet may wait for its turn. */
const waitMs = 15_000
/** The longest sheets need less than half of it. Without a limit the thread keeps 300 MB of garbage. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const busy = 'Many PDFs are being made right now. Please try again in a few seconds.'

const takeTurn = createSemaphore(1)
let worker: Worker | null = null

function startWorker(): Worker {
  // The worker's file lies beside this one: a .ts file in the sources, a .js file in the build.
  const file = join(import.meta.dirname, `sheet-worker${extname(import.meta.filename)}`)
  const started = new Worker(file, { resourceLimits })
  // An error is thrown by the render in progress. Without a listener it would end the process.
  started.on('error', () => undefined)
  started.on('exit', () => {
    if (worker === started) worker = null
  })
  return started
}

/** The PDF of a sheet. Refuses as `runInWorker` does. */
export function renderInWorker(sheet: Sheet, pageSize: PageSize = 'letter'): Promise<Buffer> {
  return runInWorker({ sheet, pageSize })
}

/** The PDF of a report. Refuses as `runInWorker` does. */
export function renderReportInWorker(report: Report, pageSize: PageSize = 'letter'): Promise<Buffer> {
  return runInWorker({ report, pageSize })
}

/**
 * Rendering takes up to a second of computing, so one worker thread does it, one document at a time, and the
 * event loop stays free. Refuses as `unavailable` when its turn does not come.
 */
async function runInWorker(request: RenderRequest): Promise<Buffer> {
  const giveBack = await takeTurn(waitMs)
  if (giveBack === null) return refuse('unavailable', { sentence: busy, retryAfterSeconds: 5 })
  worker ??= startWorker()
  const current = worker
  // An idle worker does not keep the process alive.
  current.ref()
  try {
    const rendered = once(current, 'message', { signal: AbortSignal.timeout(renderMs) })
    current.postMessage(request, [])
    const [pdf] = (await rendered) as [Uint8Array]
    return Buffer.from(pdf)
  } catch (error) {
    await current.terminate()
    throw error
  } finally {
    current.unref()
    giveBack()
  }
}
