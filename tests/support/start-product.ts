import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { builtSandbox, builtServer } from '../../scripts/built-programs.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { runProduct } from '../../scripts/run-product.ts'
import type { RunningProduct } from '../../scripts/run-product.ts'
import { readPostmasterLock } from '../../server/database/postmaster-lock.ts'

const READY_MS = 90_000

export type Product = {
  url: string
  sandboxUrl: string
  dataDir: string
  /** The output of both processes so far. */
  output(): Promise<string>
  /** Kills the server with SIGKILL; sandbox and database keep running. */
  killServer(): Promise<void>
  /** Restarts the killed server on the same port. */
  startServer(): Promise<void>
  /** Stops the server's process and resumes it. Requests are delayed, not lost. */
  pauseServer(): void
  resumeServer(): void
  /** Kills server, sandbox and database like a power cut; the data folder stays. */
  kill(): Promise<void>
  /** Restarts the product on the same ports and data, after a graceful stop if it is running. */
  startAgain(): Promise<void>
  /** Stops the product gracefully and removes its data. Returns the server's exit code. */
  stop(): Promise<number>
}

/**
 * Starts the built product (see `ensureBuilt`) with its sandbox and a database of its own, as `npm start`
 * does, on free ports and in a temporary folder. Of this process's environment it gets only PATH.
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dashfit-product-'))
  const [port, sandboxPort, smtpPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const url = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const outputFile = join(dataDir, 'output.log')
  const output = () => readFile(outputFile, 'utf8')

  let running: RunningProduct | undefined

  async function start() {
    const log = openSync(outputFile, 'a')
    const started = await runProduct({
      environment: {
        PATH: process.env['PATH'],
        SystemRoot: process.env['SystemRoot'],
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_SMTP_PORT: String(smtpPort),
        DATA_DIR: dataDir,
        ...environment,
      },
      server: builtServer,
      sandbox: builtSandbox,
      output: log,
      say: () => {},
      // A killed server does not end the sandbox and the database.
      waitsForRepair: true,
    })
    closeSync(log)
    running = started
    await Promise.all([
      waitFor(`${url}/readyz`, started),
      ...(started.plan.sandbox === undefined ? [] : [waitFor(`${sandboxUrl}/sandbox/clock`, started)]),
    ])
  }

  async function waitFor(address: string, product: RunningProduct) {
    const deadline = Date.now() + READY_MS
    const isOver = () => product.server().exitCode !== null || Date.now() > deadline
    while (!isOver()) {
      const isReady = await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return
      await sleep(25)
    }
    await product.stop('SIGKILL')
    throw new Error(`${address} did not become ready:\n${(await output()).slice(-4000)}`)
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    const code = (await running?.stop(signal)) ?? 0
    running = undefined
    return code
  }

  function killDatabase() {
    const lock = readPostmasterLock(join(dataDir, 'postgres/cluster'))
    if (lock === undefined) return
    try {
      process.kill(-lock.pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }

  await start()
  return {
    url,
    sandboxUrl,
    dataDir,
    output,
    async killServer() {
      const server = running?.server()
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    async startServer() {
      if (!running) return
      await running.restartServer()
      await waitFor(`${url}/readyz`, running)
    },
    pauseServer() {
      running?.server().kill('SIGSTOP')
    },
    resumeServer() {
      running?.server().kill('SIGCONT')
    },
    async kill() {
      killDatabase()
      running?.sandbox()?.kill('SIGKILL')
      await end('SIGKILL')
    },
    async startAgain() {
      await end('SIGTERM')
      await start()
    },
    async stop() {
      const code = await end('SIGTERM')
      killDatabase()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
      return code
    },
  }
}
