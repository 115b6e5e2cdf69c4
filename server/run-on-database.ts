import { ConfigError, readConfig, unusedProviders, type Config } from './config.ts'
import { BackupRefused } from './database/backup-format.ts'
import { openDatabase, type Database } from './database/open-database.ts'

/**
 * Runs a command that needs only the database, so the providers may be unset. On failure it prints one
 * sentence and sets the exit code 1.
 */
export async function runOnDatabase(
  work: (parts: { config: Config; database: Database }) => Promise<void>,
): Promise<void> {
  let database: Database | undefined
  try {
    const config = readConfig({ ...unusedProviders, ...process.env, ADMIN_EMAIL: '', NODE_ENV: '' })
    database = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: 1,
      onError: (error) => console.error(error.message),
    })
    await work({ config, database })
  } catch (error) {
    const isKnown = error instanceof BackupRefused || error instanceof ConfigError
    console.error(isKnown || error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await database?.close()
  }
}
