import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import type { Config } from '../config.ts'
import { localStorage } from './local-storage.ts'
import { s3Storage } from './s3-storage.ts'

/** The files of the installation beside its database. A key is our own, like `photos/0192….jpg`. */
export type Storage = {
  /** Stores a file whole, or not at all. A file of the same key is replaced. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The file; null when there is none. */
  get(key: string): Promise<Buffer | null>
  /** Deletes a file. One that does not exist counts as deleted. */
  delete(key: string): Promise<void>
}

/** Keys are made by the product alone. Any other text is a bug, and might lead out of the folder. */
const keyPattern = /^[a-z]+\/[a-z0-9-]+\.[a-z0-9]+$/

const away = 'Photos are not available at the moment. Please try again shortly.'

/**
 * Opens the storage of the configuration: a bucket that speaks S3, else a folder of the data folder. Each
 * failure is logged with its key and refused as `unavailable`.
 */
export function openStorage(config: Config, log: FastifyBaseLogger): Storage {
  const { storage, dataDir } = config
  const adapter = storage.s3 === null ? localStorage(join(dataDir, 'files')) : s3Storage(storage.s3)
  const run = async <Result>(action: keyof Storage, key: string, work: () => Promise<Result>) => {
    if (!keyPattern.test(key)) throw new Error(`${key} is no key of a file`)
    try {
      return await work()
    } catch (error) {
      log.error({ err: error, action, key }, 'the storage of files failed')
      return refuse('unavailable', { sentence: away, retryAfterSeconds: 5 })
    }
  }
  return {
    put: (key, bytes, contentType) => run('put', key, () => adapter.put(key, bytes, contentType)),
    get: (key) => run('get', key, () => adapter.get(key)),
    delete: (key) => run('delete', key, () => adapter.delete(key)),
  }
}
