import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts'
import type { Line } from './line.ts'

/** One run of the benchmarks: what its sections share. */
export type Bench = {
  quick: boolean
  /** How often what is compared is measured in turns. */
  rounds: number
  /** How long one of them takes. */
  seconds: number
  /** Node's options for a server that is measured: where its profile goes, if one is asked for. */
  nodeOptions(name: string): string[]
  /** A folder of its own that goes with the run. */
  folderFor(name: string): Promise<string>
  /** The address of the run's own PostgreSQL, the one that comes along. */
  postgres(): Promise<string>
  /** Makes a thing once for all sections; what was made is closed at the end, the latest first. */
  once<Thing extends { close(): Promise<void> }>(name: string, open: () => Promise<Thing>): Promise<Thing>
  say(line: string): void
}

/** A part of the run by its name: measures and gives its lines. */
export type Section = {
  name: string
  /** Opens what it asks, which it otherwise does itself. */
  prepare?: (bench: Bench) => Promise<unknown>
  measure: (bench: Bench) => Promise<Line[]>
  /** Measures the processor time of this process alone, whatever else the machine does: begins while others prepare. */
  isUndisturbed?: boolean
  /** Left out of a run that names none. */
  byNameOnly?: boolean
}

type Options = { quick: boolean; profiles: string | null }

/** Opens a run, does the work in it and closes everything, whatever came of it; who ends the run by a signal ends all that it started. */
export async function withBench<Result>(
  { quick, profiles }: Options,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dashfit-bench-'))
  // Where root may not make namespaces, PostgreSQL runs as somebody who must be able to pass through.
  await chmod(folder, 0o755)
  const things = new Map<string, Promise<{ close(): Promise<void> }>>()
  let closing: Promise<void> | undefined
  const folderFor = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(path, { recursive: true })
    return path
  }
  const once: Bench['once'] = async (name, open) => {
    if (closing) throw new Error(`the run ends, and opens no ${name}`)
    const thing = things.get(name) ?? open()
    things.set(name, thing)
    return thing as ReturnType<typeof open>
  }
  const bench: Bench = {
    quick,
    rounds: quick ? 2 : 5,
    seconds: quick ? 1 : 5,
    nodeOptions: (name) =>
      profiles === null
        ? []
        : ['--cpu-prof', '--cpu-prof-dir', profiles, '--cpu-prof-name', `${name}-${Date.now()}.cpuprofile`],
    folderFor,
    once,
    postgres: async () => {
      const { url } = await once('postgres', async () => {
        const server = await startEmbeddedPostgres({ dataDir: await folderFor('postgres') })
        return { url: server.url, close: () => server.stop() }
      })
      return url
    },
    say: (line) => console.error(line),
  }
  const closeAll = async (): Promise<void> => {
    for (const thing of [...things.values()].toReversed()) {
      await thing
        .then((open) => open.close())
        .catch((error: unknown) => bench.say(`did not close: ${String(error)}`))
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  const closeOnce = () => (closing ??= closeAll())
  const endBySignal = (_signal: NodeJS.Signals, number: number): void => {
    void closeOnce().finally(() => process.exit(128 + number))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endBySignal)
  try {
    return await work(bench)
  } finally {
    await closeOnce()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, endBySignal)
  }
}
