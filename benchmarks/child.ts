import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/** A process of the run: the server that is measured, its floor, the outside world. */
export type Child = { pid: number; process: ChildProcess; close(): Promise<void> }

type Options = { env: Record<string, string | undefined>; logFile: string }

/** Starts Node with the arguments. Whatever it says goes to the file; it ends with the run, and when that is killed. */
export function startChild(args: readonly string[], { env, logFile }: Options): Child {
  const log = openSync(logFile, 'a')
  // The channel tells it when this process is gone.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  return {
    pid: child.pid ?? 0,
    process: child,
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
