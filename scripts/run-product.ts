import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { findFreePort, isPortFree } from './free-port.ts'
import { planProduct } from './product-plan.ts'
import type { ProductPlan } from './product-plan.ts'

const SANDBOX_RESTART_MS = 1000
const SANDBOX_END_MS = 5000

export type RunningProduct = {
  plan: ProductPlan
  server(): ChildProcess
  sandbox(): ChildProcess | undefined
  /** Restarts the server; the sandbox keeps running. */
  restartServer(): Promise<void>
  restartSandbox(): void
  /** Resolves to the server's exit code, once it ended other than by a restart and the sandbox ended too. */
  ended: Promise<number>
  stop(signal: NodeJS.Signals): Promise<number>
}

type Options = {
  environment: Record<string, string | undefined>
  /** Arguments of node: a built file, or a source with its loader. */
  server: string[]
  sandbox: string[]
  /** 'inherit', or a file descriptor that both processes write to. */
  output: 'inherit' | number
  say: (line: string) => void
  /**
   * Keeps all other processes running after a crash of the server, for a developer who is about to fix it.
   */
  waitsForRepair?: boolean
}

/**
 * Starts the server, and the sandbox where a provider is unset. Throws `PortTaken` if a required port is in
 * use.
 */
export async function runProduct(options: Options): Promise<RunningProduct> {
  const { environment, say } = options
  const plan = planProduct(environment, Number(environment['SANDBOX_SMTP_PORT'] || (await findFreePort())))
  await requireFreePort('PORT', plan.port)
  if (plan.sandbox !== undefined) await requireFreePort('SANDBOX_PORT', plan.sandbox.port)

  // Own process groups: Ctrl-C reaches only this process, which then stops them in order. The IPC channel
  // stops them when this process is killed.
  const launch = (script: string[], env: Record<string, string | undefined>) =>
    spawn(process.execPath, script, {
      env,
      stdio: ['ignore', options.output, options.output, 'ipc'],
      detached: process.platform !== 'win32',
    })

  let stopping = false
  let restarting = false
  let sandbox = startSandbox()
  let server: ChildProcess
  let resolveEnded: (code: number) => void
  const ended = new Promise<number>((done) => (resolveEnded = done))
  startServer()

  function startServer() {
    server = launch(options.server, plan.server)
    server.once('exit', (code, signal) => {
      if (restarting) return
      if (options.waitsForRepair === true && !stopping) {
        say(`The server ended (${signal ?? code}) and starts again at the next change.`)
        return
      }
      finish(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  }

  function finish(code: number) {
    stopping = true
    void endSandbox(sandbox).then(() => resolveEnded(code))
  }

  function startSandbox(): ChildProcess | undefined {
    if (plan.sandbox === undefined) return undefined
    const startedAt = Date.now()
    const child = launch(options.sandbox, plan.sandbox.environment)
    child.once('exit', (code, signal) => {
      if (stopping) return
      say(`The sandbox ended (${signal ?? code}) and is started again.`)
      setTimeout(
        () => {
          if (!stopping) sandbox = startSandbox()
        },
        Math.max(0, startedAt + SANDBOX_RESTART_MS - Date.now()),
      )
    })
    return child
  }

  return {
    plan,
    server: () => server,
    sandbox: () => sandbox,
    ended,
    async restartServer() {
      if (restarting || stopping) return
      restarting = true
      await end(server, 'SIGTERM')
      restarting = false
      if (stopping) finish(0)
      else startServer()
    },
    restartSandbox: () => void sandbox?.kill('SIGTERM'),
    stop(signal) {
      stopping = true
      if (hasEnded(server)) finish(0)
      else server.kill(signal)
      return ended
    },
  }
}

async function requireFreePort(name: string, port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new PortTaken(`Port ${port} is taken by another program. Set ${name} to a free one.`)
}

/** Printed without a stack trace. */
export class PortTaken extends Error {}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  child.kill(signal)
  await once(child, 'exit')
}

async function endSandbox(sandbox: ChildProcess | undefined): Promise<void> {
  if (sandbox === undefined) return
  const impatience = setTimeout(() => sandbox.kill('SIGKILL'), SANDBOX_END_MS)
  await end(sandbox, 'SIGTERM')
  clearTimeout(impatience)
}
