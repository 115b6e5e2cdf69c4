import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The memory of a process after garbage collection in bytes, and its unhandled rejections. */
export type Memory = { held: number; resident: number; unhandled: number }

/**
 * Preloaded into the server: it measures on SIGUSR2, and keeps every request with 16 kB of its own while the
 * file `keep` exists.
 */
const source = (folder: string): string => `
  import { existsSync, renameSync, writeFileSync } from 'node:fs'
  import { subscribe } from 'node:diagnostics_channel'
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const folder = ${JSON.stringify(folder)}
  const kept = []
  let keeps = false
  let unhandled = 0
  process.on('unhandledRejection', (error) => { unhandled += 1; console.error(error) })
  subscribe('http.server.request.start', ({ request, response }) => {
    if (keeps) kept.push([request, response, Buffer.alloc(16_384, 1)])
  })
  const write = (name, value) => {
    writeFileSync(folder + '/' + name + '.new', JSON.stringify(value))
    renameSync(folder + '/' + name + '.new', folder + '/' + name)
  }
  process.on('SIGUSR2', () => {
    collect()
    setImmediate(() => {
      collect()
      keeps = existsSync(folder + '/keep')
      const { heapUsed, external, rss } = process.memoryUsage()
      write('memory', { held: heapUsed + external, resident: rss, unhandled })
    })
  })
  write('server-pid', process.pid)
`

/** Adds the probe to the environment of a server whose folder is known once it is started. */
export function withProbe(folder: string): Record<string, string> {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source(folder))}` }
}

export type Probe = {
  measure(): Promise<Memory>
  /** From the next measurement on, requests stay in memory or are released again. */
  keepRequests(keeps: boolean): void
}

export function openProbe(folder: string): Probe {
  const [memory, keep] = [join(folder, 'memory'), join(folder, 'keep')]
  const pid = Number(readFileSync(join(folder, 'server-pid'), 'utf8'))
  return {
    measure: async () => {
      rmSync(memory, { force: true })
      process.kill(pid, 'SIGUSR2')
      for (let patience = 0; !existsSync(memory); patience++) {
        if (patience > 3000) throw new Error('the server does not report its memory')
        await wait(10)
      }
      return JSON.parse(readFileSync(memory, 'utf8')) as Memory
    },
    keepRequests: (keeps) => (keeps ? writeFileSync(keep, '') : rmSync(keep, { force: true })),
  }
}
