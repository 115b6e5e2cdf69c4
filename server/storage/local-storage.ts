import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Files below one folder. The content type is not kept: each kind of file has its own. */
export function localStorage(folder: string): Storage {
  return {
    put: async (key, bytes) => {
      const path = join(folder, key)
      // Beside its target and under a name of its own: a rename within one folder is atomic.
      const draft = `${path}.${randomUUID()}.new`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: async (key) => {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    delete: (key) => rm(join(folder, key), { force: true }),
  }
}
