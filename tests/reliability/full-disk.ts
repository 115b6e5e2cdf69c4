import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { migrate } from '../../server/database/migrate.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'

/** A database, with its write-ahead log, on a disk of its own that is small enough to fill. */
export type SmallDisk = {
  url: string
  /** Fills the disk except for that many bytes. */
  fill(leaving: number): void
  empty(): void
  stop(): Promise<void>
}

const sizeMegabytes = 192

/** Mounts the disk; null where this account may not mount. */
export async function openSmallDisk(): Promise<SmallDisk | null> {
  const folder = mkdtempSync(join(tmpdir(), 'dashfit-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMegabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  const postgres = await startEmbeddedPostgres({ dataDir: folder, onError: () => undefined })
  const pool = new Pool({ connectionString: postgres.url, max: 1 })
  await migrate(pool)
  await pool.end()
  return {
    url: postgres.url,
    fill: (leaving) => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving)), { flag: 'a' })
    },
    empty: () => rmSync(ballast, { force: true }),
    stop: async () => {
      rmSync(ballast, { force: true })
      await postgres.stop()
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
