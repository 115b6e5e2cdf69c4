import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import {
  backupFormat,
  backupVersion,
  BackupRefused,
  quoted,
  textSettings,
  type BackupHeader,
} from './backup-format.ts'
import { listSequences, listTables, type Table } from './list-tables.ts'
import type { Applied } from './migrate.ts'

const rowsAtOnce = 1000

export type BackupSummary = { tables: number; rows: number; bytes: number }

type Options = {
  /** Connection string of the database. */
  url: string
  /** Path of the new file; it must not exist. */
  path: string
  keys: BackupHeader['keys']
}

/**
 * Copies every table and sequence as of one moment into a new file, readable by its owner only. The product
 * may keep running meanwhile; a schema change waits. Deletes the file after a failure.
 */
export async function writeBackup({ url, path, keys }: Options): Promise<BackupSummary> {
  const client = new Client({ connectionString: url, application_name: 'dashfit backup' })
  // A lost connection also rejects the current query, so the event needs no handling.
  client.on('error', () => {})
  await client.connect()
  try {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new BackupRefused(`${path} cannot be made (${error.code}). Give the name of a new file.`)
    })
    try {
      const summary = { tables: 0, rows: 0, bytes: 0 }
      await pipeline(
        Readable.from(readDatabase(client, keys, summary)),
        createGzip(),
        file.createWriteStream({ flush: true }),
      )
      return summary
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  } finally {
    await client.end()
  }
}

/** Yields the whole file as text, before compression. */
async function* readDatabase(
  client: Client,
  keys: BackupHeader['keys'],
  summary: BackupSummary,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const seal = (piece: string): string => {
    hash.update(piece)
    summary.bytes += Buffer.byteLength(piece)
    return piece
  }
  const known = await listTables(client)
  if (known.length === 0) throw new BackupRefused('There is nothing to back up: the database has no tables.')
  // The first read fixes the snapshot, so the tables are locked against schema changes before it.
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${known.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  await client.query(textSettings)
  const tables = await listTables(client)
  yield seal(line(await describe(client, keys)))
  for (const table of tables) {
    yield seal(line({ table: table.name, columns: table.columns.map(({ name }) => name) }))
    for await (const rows of readRows(client, table)) {
      summary.rows += rows.length
      yield seal(rows.map(line).join(''))
    }
  }
  for (const sequence of await listSequences(client)) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(sequence)}`,
    )
    yield seal(line({ sequence, ...rows[0] }))
  }
  await client.query('commit')
  summary.tables = tables.length
  yield line({ rows: summary.rows, sha256: hash.digest('hex') })
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

async function describe(client: Client, keys: BackupHeader['keys']): Promise<BackupHeader> {
  const { rows: migrations } = await client.query<Applied>(
    'select name, checksum from schema_migrations order by name',
  )
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  )
  const takenAt = rows[0]?.at.toISOString() ?? ''
  const postgres = rows[0]?.postgres ?? ''
  return { format: backupFormat, version: backupVersion, takenAt, postgres, migrations, keys }
}

async function* readRows(client: Client, { name, columns }: Table): AsyncGenerator<(string | null)[][]> {
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await client.query(`declare backup no scroll cursor for select ${texts} from ${quoted(name)}`)
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${rowsAtOnce} from backup`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close backup')
}
