import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../server/database/open-database.ts'

/** Lets a plugin change every question of a process, in transactions and outside, until the answered function is called. */
export function askWithPlugin(database: Database, plugin: KyselyPlugin): () => void {
  const { db, transaction } = database
  database.db = db.withPlugin(plugin)
  database.transaction = (work) => transaction((tx) => work(tx.withPlugin(plugin)))
  return () => void Object.assign(database, { db, transaction })
}
