import { Client } from 'pg'
import { BackupRefused, quoted, textSettings, type BackupHeader, type BackupPart } from './backup-format.ts'
import { findAnyTable, listSequences, listTables, type Table } from './list-tables.ts'
import { applyMigrations, findMigrations } from './migrate.ts'
import { checkBackup, readBackup } from './read-backup.ts'

export type RestoreSummary = { header: BackupHeader; tables: number; rows: number }

/**
 * Restores a backup into an empty database: creates the schema of its rows, inserts every row with all
 * constraints checked, then migrates to this version of the code. One transaction, all or nothing. Sessions
 * and half-finished sign-ins are deleted, and the reconciliation with the card provider restarts from the
 * beginning.
 */
export async function restoreBackup({ url, path }: { url: string; path: string }): Promise<RestoreSummary> {
  const header = await checkBackup(path)
  const migrations = findMigrations(header.migrations)
  if (!migrations)
    throw new BackupRefused(
      `${path} is of a newer or another version of the code. Use the code that it was made with, or newer.`,
    )
  const client = new Client({ connectionString: url, application_name: 'dashfit restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await refuseWhatIsThere(client)
    await applyMigrations(client, migrations)
    await client.query(textSettings)
    const summary = await load(client, path)
    await applyMigrations(client)
    await resetStaleState(client)
    await client.query('commit')
    await client.query('analyze')
    return { header, ...summary }
  } finally {
    // Closing the connection rolls back uncommitted work.
    await client.end()
  }
}

async function refuseWhatIsThere(client: Client): Promise<void> {
  const found = await findAnyTable(client)
  if (found === null) return
  throw new BackupRefused(
    `The database is not empty: it has the table ${found}. Restore into an empty database, or with another DATA_DIR.`,
  )
}

async function load(client: Client, path: string): Promise<{ tables: number; rows: number }> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  const sequences = new Set(await listSequences(client))
  const names = [...tables.keys()].map(quoted)
  const keys = await listForeignKeys(client)
  // User triggers check changes, and these rows passed them once. Foreign keys are checked at the end,
  // because rows that reference each other may come in any order.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const alter of keys) await client.query(`${alter} deferrable initially deferred`)

  const summary = { tables: 0, rows: 0 }
  let insert: ((rows: (string | null)[][]) => Promise<void>) | undefined
  const take = async (part: BackupPart): Promise<void> => {
    if (part.kind === 'table') {
      const table = tables.get(part.table)
      tables.delete(part.table)
      insert = insertInto(client, table, part.columns)
      summary.tables += 1
    } else if (part.kind === 'rows') {
      await insert?.(part.rows)
      summary.rows += part.rows.length
    } else {
      if (!sequences.delete(part.sequence)) throw notOurs(`the sequence ${part.sequence}`)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        `public.${quoted(part.sequence)}`,
        part.last,
        part.called,
      ])
    }
  }
  await readBackup(path, async () => take)
  const [missing] = [...tables.keys(), ...sequences]
  if (missing !== undefined)
    throw new BackupRefused(`The backup lacks ${missing}, which its own version has. Use another copy.`)

  await client.query('set constraints all immediate')
  for (const alter of keys) await client.query(`${alter} not deferrable`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  return summary
}

const notOurs = (what: string): BackupRefused =>
  new BackupRefused(`The backup has ${what}, which its own version does not have. Use another copy.`)

async function listForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname::text as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and not condeferrable`,
  )
  return rows.map(({ table, name }) => `alter table ${table} alter constraint ${quoted(name)}`)
}

/** Inserts rows of these columns into the table. */
function insertInto(client: Client, table: Table | undefined, columns: readonly string[]) {
  if (!table) throw notOurs('a table')
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  if (columns.length !== types.size || columns.some((column) => !types.has(column)))
    throw notOurs(`other columns of ${table.name}`)
  const list = columns.map(quoted).join(', ')
  const values = columns.map((column, place) => `c${place}::${types.get(column)}`).join(', ')
  const parameters = columns.map((_, place) => `$${place + 1}::text[]`).join(', ')
  const names = columns.map((_, place) => `c${place}`).join(', ')
  const text = `insert into ${quoted(table.name)} (${list}) overriding system value
    select ${values} from unnest(${parameters}) as given (${names})`
  return async (rows: (string | null)[][]): Promise<void> => {
    await client.query(
      text,
      columns.map((_, place) => rows.map((row) => row[place] ?? null)),
    )
  }
}

/** Resets stale state: the copy may contain ended sessions, and the card provider has moved on since. */
async function resetStaleState(client: Client): Promise<void> {
  await client.query('delete from sessions')
  await client.query('delete from verifications')
  await client.query('update installation set swept_until = null, swept_at = null')
}
