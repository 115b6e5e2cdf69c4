import { readConfig, ConfigError } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { addAdministrator } from './identity/add-administrator.ts'

const usage =
  'Usage: npm run admin -- add EMAIL    (ADMIN_PASSWORD in the environment sets the password of a new account)'

async function run(): Promise<void> {
  const [verb, email] = process.argv.slice(2)
  if (verb !== 'add' || email === undefined || !email.includes('@')) throw new ConfigError([usage])
  const password = process.env['ADMIN_PASSWORD']
  // Only the database is asked for anything here, so the providers may be unset.
  const unused = {
    STRIPE_SECRET_KEY: '-',
    STRIPE_PUBLISHABLE_KEY: '-',
    STRIPE_WEBHOOK_SECRET: '-',
    SMTP_URL: 'smtp://-',
  }
  const config = readConfig({ ...unused, ...process.env, ADMIN_EMAIL: '', NODE_ENV: '' })
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 1,
    onError: (error) => console.error(error.message),
  })
  try {
    await migrate(database.pool)
    const result = await addAdministrator(database, email, password)
    const words = {
      created: 'is now an administrator with a new account',
      promoted: 'is now an administrator and keeps their password',
      unchanged: 'already was an administrator',
    }
    console.log(`${email} ${words[result]}.`)
  } finally {
    await database.close()
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
