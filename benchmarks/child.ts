import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { givePrecedence } from './precedence.ts'

/** A process of the run: the server that is measured, its floor, the outside world. */
export type Child = { pid: number; process: ChildProcess; hasPrecedence: boolean; close(): Promise<void> }

type Options = {
  env: Record<string, string | undefined>
  logFile: string
  /** Whether it goes before the database where both want a processor, as the unit in deploy/ does: for what is measured. */
  precedence?: boolean
}

/** Starts Node with the arguments. Whatever it says goes to the file; it ends with the run, and when that is killed. */
export function startChild(
  args: readonly string[],
  { env, logFile, precedence: detached = false }: Options,
): Child {
  const log = openSync(logFile, 'a')
  // The channel tells it when this process is gone.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', log, log, 'ipc'], detached })
  closeSync(log)
  const pid = child.pid ?? 0
  return {
    pid,
    process: child,
    hasPrecedence: detached && givePrecedence(pid),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await ended
      clearTimeout(impatience)
    },
  }
}

/** Gives what waits for the next message of a process that says one after another; whoever waits when it ends is told so. */
export function listenTo({ process: child }: Child, name: string): () => Promise<unknown> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`)))
  ended.catch(() => undefined)
  return async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown
}

/** Runs a program with the precedence of a server, and answers with what it said. Throws unless it ended well. */
export async function runWithPrecedence(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ending = once(child, 'exit')
  givePrecedence(child.pid ?? 0)
  const [said, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ending])
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${complaints.slice(-2000)}`)
  return said
}
