import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { outsideOf, type Outside } from '../support/outside.ts'
import { raisedLimits } from '../support/raised-limits.ts'
import { goodPassword } from '../support/people.ts'

const readyMs = 60_000

/** The built server as a process of its own. */
export type ServerProcess = {
  url: string
  child: ChildProcess
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | string>
  hasEnded(): boolean
  /** Its output so far. */
  output(): string
  /** Kills it. */
  kill(): Promise<void>
}

export type LaunchOptions = {
  port?: number
  /** The file of another copy of the built server. */
  program?: string
  environment?: Record<string, string>
  /**
   * A module of `before-server` that is preloaded: a control removes a guard with it. One that changes a
   * package (`without-…`) runs with the sources, since the built server bundles its packages.
   */
  before?: string
}

/** The outside world, and built servers that are started and ended in it on demand. */
export type ServerStage = {
  sandboxUrl: string
  outside: Outside
  /** The port of the first server, which gets the sandbox's webhooks. */
  port: number
  /** Starts a server and waits until it is ready. */
  launch(options?: LaunchOptions): Promise<ServerProcess>
  /** Tells one server alone of the moved clock, as the sandbox tells the first. */
  turnClockOf(server: ServerProcess, offsetSeconds: number): Promise<void>
  /** The product's clock, as the sandbox has it. */
  now(): Promise<number>
  stop(): Promise<void>
}

export const stageAdministrator = 'keeper@example.test'

/** Opens the outside world in this process. Servers are killed when it stops. */
export async function openServerStage(environment: Record<string, string>): Promise<ServerStage> {
  await ensureBuilt()
  const dataDir = await mkdtemp(join(tmpdir(), 'dashfit-stage-'))
  const port = await findFreePort()
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: join(dataDir, 'sandbox'),
    productUrl: `http://localhost:${port}`,
    secret: 'stage-secret',
    webhookSecret: 'whsec_stage',
  })
  const settings = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // All data folders share it.
    SESSION_SECRET: 'a-stage-has-one-secret-for-all-its-servers',
    ADMIN_EMAIL: stageAdministrator,
    ADMIN_PASSWORD: goodPassword,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_stage',
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: 'stage-secret',
    ...raisedLimits,
    ...environment,
  }
  const outside = outsideOf(sandbox.url)
  const launched: ServerProcess[] = []
  return {
    sandboxUrl: sandbox.url,
    outside,
    port,
    launch: async (options = {}) => {
      const server = startServer({ ...settings, ...options.environment }, options.port ?? port, options)
      launched.push(server)
      await waitUntilReady(server)
      return server
    },
    turnClockOf: async (server, offsetSeconds) => {
      const answer = await fetch(`${server.url}/api/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer stage-secret' },
        body: JSON.stringify({ offsetSeconds }),
      })
      if (!answer.ok) throw new Error(`the clock did not turn: ${await answer.text()}`)
    },
    now: () => outside.now(),
    stop: async () => {
      await Promise.all(launched.map((server) => server.kill()))
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

function startServer(
  environment: Record<string, string>,
  port: number,
  { before, program = join(buildFolder, 'server/main.js') }: LaunchOptions,
): ServerProcess {
  const first =
    before === undefined
      ? []
      : [
          '--import',
          'tsx',
          '--import',
          pathToFileURL(join(import.meta.dirname, 'before-server', before)).href,
        ]
  const started = before?.startsWith('without-') ? join(import.meta.dirname, '../../server/main.ts') : program
  const child = spawn(process.execPath, [...first, started], {
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    url: `http://localhost:${port}`,
    child,
    ended,
    hasEnded,
    output: () => output,
    kill: async () => {
      if (!hasEnded()) child.kill('SIGKILL')
      await ended
    },
  }
}

async function waitUntilReady(server: ServerProcess): Promise<void> {
  const until = Date.now() + readyMs
  while (!server.hasEnded() && Date.now() < until) {
    const isReady = await fetch(`${server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await wait(20)
  }
  await server.kill()
  throw new Error(`the server is not ready:\n${server.output().slice(-4000)}`)
}
