import { mkdir, mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts'
import { startProvider, type Provider } from './provider.ts'

type Resource = { close(): Promise<void> | void }

/** One run: a PostgreSQL server, a card provider and the resources that sections share. */
export type Bench = {
  /** Measures growth with 1,000,000 appointments too. */
  isFull: boolean
  postgresUrl: string
  postgresLog: string
  provider: Provider
  /** A new folder, removed at the end of the run. */
  makeFolder(name: string): Promise<string>
  /** Opens a resource at its first use; all are closed at the end of the run, the latest first. */
  once<T extends Resource>(name: string, open: () => Promise<T>): Promise<T>
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** Opens a run, calls `work` and closes every resource, also after a failure or a signal. */
export async function withBench(isFull: boolean, work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dashfit-bench-'))
  // PostgreSQL may run under another account than root's.
  await chmod(folder, 0o755)
  const resources = new Map<string, Promise<Resource>>()
  const once: Bench['once'] = (name, open) => {
    if (closing) throw new Error(`the run is ending, ${name} is not opened`)
    const resource = resources.get(name) ?? open()
    resources.set(name, resource)
    return resource as ReturnType<typeof open>
  }
  const closeAll = async (): Promise<void> => {
    for (const resource of [...resources.values()].toReversed()) {
      await resource.then((opened) => opened.close()).catch((error: unknown) => console.error(error))
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll())
  const closeOnSignal = (signal: keyof typeof signalNumbers) =>
    void close().finally(() => process.exit(128 + signalNumbers[signal]))
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, closeOnSignal)
  try {
    const postgres = await once('PostgreSQL', async () => {
      const server = await startEmbeddedPostgres({ dataDir: folder })
      return { url: server.url, close: () => server.stop() }
    })
    await work({
      isFull,
      postgresUrl: postgres.url,
      postgresLog: join(folder, 'postgres/server.log'),
      provider: await once('card provider', startProvider),
      makeFolder: async (name) => {
        const path = join(folder, name)
        await mkdir(path, { recursive: true })
        return path
      },
      once,
    })
  } finally {
    await close()
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.off(signal, closeOnSignal)
  }
}
