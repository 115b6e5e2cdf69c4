import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingWindow, weekdaysOfWindow } from '../contract/appointments/booking-window.ts'
import { buildFolder } from '../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../scripts/ensure-built.ts'
import { findFreePort } from '../scripts/free-port.ts'
import { runProduct, type RunningProduct } from '../scripts/run-product.ts'
import { weighPage } from './landing-weight.ts'
import type { Line } from './line.ts'
import { measureRate, median, untilReady } from './measure.ts'
import { measureStaffList } from './staff-list.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 5
const seconds = quick ? 1 : 5

const folder = await mkdtemp(join(tmpdir(), 'dashfit-bench-'))
const dataDir = join(folder, 'product')
const townsDir = join(folder, 'towns')
await Promise.all([mkdir(dataDir), mkdir(townsDir)])
const log = openSync(join(dataDir, 'output.log'), 'w')
const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
const url = `http://localhost:${port}`

async function startProduct(): Promise<{ product: RunningProduct; readyMs: number }> {
  const product = await runProduct({
    environment: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
    },
    server: ['--enable-source-maps', join(buildFolder, 'server/main.js')],
    sandbox: ['--enable-source-maps', join(buildFolder, 'sandbox/main.js')],
    output: log,
    say: (line) => console.error(line),
  })
  return { product, readyMs: await untilReady(`${url}/readyz`) }
}

async function measureStart(): Promise<Line> {
  const times: number[] = []
  const first = await startProduct()
  await first.product.stop('SIGTERM')
  for (let round = 0; round < rounds; round++) {
    const { product, readyMs } = await startProduct()
    times.push(readyMs)
    await product.stop('SIGTERM')
  }
  const ms = Math.round(median(times))
  return {
    what: 'start to ready on an existing data folder',
    figure: `${ms} ms`,
    target: '2,000 ms',
    met: ms <= 2000,
  }
}

/** The day's free times must be right before their speed counts. */
async function requireRightAnswer(address: string): Promise<void> {
  const slots = (await (await fetch(address)).json()) as { time: string; available: boolean }[]
  const free = slots.filter((slot) => slot.available).map((slot) => slot.time)
  if (slots.length !== 8 || free.join() !== '9:00,10:00,11:00,12:00,13:00') {
    throw new Error(`wrong free times: ${JSON.stringify(slots)}`)
  }
}

async function measureAvailability(callers: number, target: number | null): Promise<Line> {
  const day = weekdaysOfWindow(bookingWindow(Date.now(), 'America/Los_Angeles'))[1]
  const address = `${url}/api/appointments/availability?date=${day}&shopId=5&productId=2`
  await requireRightAnswer(address)
  await measureRate(address, callers, quick ? 1 : 3)
  const [empty, free]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    empty.push(await measureRate(`${url}/healthz`, callers, seconds))
    free.push(await measureRate(address, callers, seconds))
  }
  const ratio = median(free) / median(empty)
  return {
    what: `free times of a day against an empty JSON route of the same server, ${callers} callers`,
    figure: `${Math.round(median(free))}/s against ${Math.round(median(empty))}/s = ${ratio.toFixed(2)}`,
    target: target === null ? 'none' : target.toFixed(2),
    met: target === null || ratio >= target,
  }
}

async function measureWeight(): Promise<Line[]> {
  const landing = await weighPage(`${url}/`)
  const kilobytes = landing.gzippedBytes / 1000
  return [
    {
      what: 'JavaScript of the landing page, gzipped',
      figure: `${kilobytes.toFixed(1)} kB`,
      target: '80 kB',
      met: kilobytes <= 80,
    },
    {
      what: "card provider's scripts on the landing page",
      figure: String(landing.foreignScripts.length),
      target: '0',
      met: landing.foreignScripts.length === 0,
    },
  ]
}

try {
  await ensureBuilt()
  const lines = [await measureStart()]
  const { product } = await startProduct()
  lines.push(
    await measureAvailability(64, 0.5),
    await measureAvailability(8, null),
    ...(await measureWeight()),
  )
  await product.stop('SIGTERM')
  lines.push(...(await measureStaffList(townsDir, quick)))
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, medians of ${rounds} rounds\n`,
  )
  console.log('| what | measured | target | met |\n|---|---|---|---|')
  for (const line of lines)
    console.log(
      `| ${line.what} | ${line.figure} | ${line.target} | ${line.target === 'none' ? '–' : line.met ? 'yes' : 'NO'} |`,
    )
  await writeFile(
    join(buildFolder, 'bench.json'),
    `${JSON.stringify({ at: new Date().toISOString(), lines }, null, 2)}\n`,
  )
  process.exitCode = lines.every((line) => line.met) ? 0 : 1
} finally {
  closeSync(log)
  await rm(folder, { recursive: true, force: true })
}
