import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { runProduct, type RunningProduct } from '../../scripts/run-product.ts'

export type Product = {
  url: string
  sandboxUrl: string
  dataDir: string
  /** Everything both processes wrote so far. */
  output(): Promise<string>
  /** Kills the server outright, as a power cut would; the sandbox and the database go on. */
  kill(): Promise<void>
  /** Starts the server again on the same data. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const readyWithinMs = 60_000

async function untilReady(url: string, output: () => Promise<string>): Promise<void> {
  const until = Date.now() + readyWithinMs
  while (Date.now() < until) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(20)
  }
  throw new Error(`The product did not get ready:\n${await output()}`)
}

/** The built product with its sandbox and the bundled database, as `npm start` runs it, on free ports and a new data folder. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashfit-product-'))
  const outputFile = join(dataDir, 'output.log')
  const log = openSync(outputFile, 'a')
  const output = () => readFile(outputFile, 'utf8')
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const url = `http://localhost:${port}`
  const start = async (): Promise<RunningProduct> => {
    const running = await runProduct({
      environment: {
        PATH: process.env['PATH'],
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        ...environment,
      },
      server: ['--enable-source-maps', join(buildFolder, 'server/main.js')],
      sandbox: ['--enable-source-maps', join(buildFolder, 'sandbox/main.js')],
      output: log,
      say: () => undefined,
    })
    await untilReady(url, output)
    return running
  }
  let product = await start()
  return {
    url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    output,
    kill: async () => {
      product.server().kill('SIGKILL')
      await product.ended
    },
    startAgain: async () => {
      product = await start()
    },
    stop: async () => {
      await product.stop('SIGTERM')
      closeSync(log)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
