import '../require-node.mjs'
import { createClock } from './clock.ts'
import { readConfig, ConfigError, unusedProviders } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { addAdministrator } from './identity/add-administrator.ts'
import { resetSecondFactor, setDisabled } from './identity/disable-account.ts'
import type { NewsContext } from './identity/identity-mails.ts'

const usage = `Usage: npm run admin -- COMMAND EMAIL
  add                   makes an administrator (ADMIN_PASSWORD in the environment sets the password of a new account)
  disable               nobody gets into the account any more; whoever is in it is out
  enable                takes that back
  reset-second-factor   takes the second factor and the passkeys away, for somebody who lost theirs`

type Command = (context: NewsContext, email: string) => Promise<string>

const unknown = 'has no account'

const commands: Record<string, Command> = {
  add: async ({ database }, email) => {
    const result = await addAdministrator(database, email, process.env['ADMIN_PASSWORD'])
    return {
      created: 'is now an administrator with a new account',
      promoted: 'is now an administrator and keeps their password',
      unchanged: 'already was an administrator',
    }[result]
  },
  disable: async (context, email) =>
    ({ done: 'is now disabled and signed out', unchanged: 'already was disabled', unknown })[
      await setDisabled(context, email, true)
    ],
  enable: async (context, email) =>
    ({ done: 'may sign in again', unchanged: 'was not disabled', unknown })[
      await setDisabled(context, email, false)
    ],
  'reset-second-factor': async (context, email) =>
    ({ done: 'signs in without a second factor now and is told by mail', unchanged: 'has none', unknown })[
      await resetSecondFactor(context, email)
    ],
}

async function run(): Promise<void> {
  const [verb = '', email] = process.argv.slice(2)
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!command || email === undefined || !email.includes('@')) throw new ConfigError([usage])
  // These commands use the database only, so the providers may be unset.
  const config = readConfig({ ...unusedProviders, ...process.env, ADMIN_EMAIL: '', NODE_ENV: '' })
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 1,
    onError: (error) => console.error(error.message),
  })
  try {
    await migrate(database.pool, undefined, {
      onRetry: ({ message }) => console.error(`${message} It is tried again.`),
    })
    const words = await command(
      { config, database, clock: createClock(), triggerJob: () => undefined },
      email,
    )
    console.log(`${email} ${words}.`)
  } finally {
    await database.close()
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
