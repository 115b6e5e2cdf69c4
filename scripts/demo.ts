import { builtSandbox, builtServer } from './built-programs.ts'
import { demoDays, liveDemoWeeks } from './demo/live-demo-weeks.ts'
import { demoPassword, openDemoShops } from './demo/open-demo-shops.ts'
import { demoShops } from './demo/cast.ts'
import { connect, required, type Client } from './demo/product-client.ts'
import { connectSandbox } from './demo/sandbox-client.ts'
import { dayOf, instantOfWallTime, weekdayOf, addDays } from '../contract/time.ts'
import { BuildFailed, ensureBuilt } from './ensure-built.ts'
import { withFirstAdministrator } from './first-administrator.ts'
import { pollUntil } from '../server/concurrency/poll-until.ts'
import { PortTaken, runProduct } from './run-product.ts'

/** Printed without a stack trace. */
class NotEmpty extends Error {}

const zone = 'America/Los_Angeles'

/** Half past ten on this or the next working day, when a shop is busiest. */
function workingMorning(now: number): number {
  let day = dayOf(now, zone)
  for (;;) {
    const at = instantOfWallTime(day, 10 * 60 + 30, zone)
    if (weekdayOf(day) <= 5 && at !== null && at >= now) return at
    day = addDays(day, 1)
  }
}

/** Limits that protect a real installation would slow six weeks of customers from one address down. */
const openLimits = {
  MAX_CARDS_PER_ACCOUNT: '1000',
  ALLOW_UNPROVEN_CARDS: 'on',
  MAX_REFUSED_CARDS_PER_NETWORK: '1000',
  CARD_REFUSAL_ALARM: '1000',
  MAX_MAILS_PER_HOUR: '100000',
  MAX_MAILS_PER_DAY: '100000',
  LOG_LEVEL: 'error',
}

async function signInAdministrator(
  url: string,
  environment: Record<string, string | undefined>,
): Promise<Client> {
  const client = connect(url)
  const credentials = { email: environment['ADMIN_EMAIL'], password: environment['ADMIN_PASSWORD'] }
  required(await client.post('/api/auth/sign-in/email', credentials), 'sign-in of the administrator')
  return client
}

async function requireEmpty(administrator: Client): Promise<void> {
  const rows = required<unknown[]>(await administrator.get('/api/admin/appointments?limit=1'), 'the list')
  const shops = required<unknown[]>(await administrator.get('/api/admin/shops'), 'the shops')
  if (rows.length > 0 || shops.length > 1)
    throw new NotEmpty(
      'This installation has data already. Start it with npm start, or name an empty folder: DATA_DIR=.demo npm run demo',
    )
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  return answer?.ok === true
}

/** Fills an empty installation with three shops and their last weeks. */
async function fill(environment: Record<string, string | undefined>): Promise<void> {
  const end = workingMorning(Date.now())
  const start = Math.round((end - demoDays * 86_400_000 - Date.now()) / 1000) - 3600
  const product = await runProduct({
    environment: { ...environment, ...openLimits, SANDBOX_START_OFFSET_SECONDS: String(start) },
    server: builtServer,
    sandbox: builtSandbox,
    output: 'inherit',
    say: (line) => console.log(line),
  })
  try {
    const { port, sandbox: planned } = product.plan
    if (!planned) throw new NotEmpty('The demo needs the sandbox: unset the real providers.')
    const url = `http://localhost:${port}`
    await pollUntil(60_000, () => isReady(url))
    const administrator = await signInAdministrator(url, environment)
    await requireEmpty(administrator)
    const sandbox = connectSandbox(planned.url)
    await sandbox.moveTo(0)
    console.log('Opening three shops …')
    const shops = await openDemoShops(url, sandbox, administrator)
    console.log(`Living through ${demoDays} days …`)
    const made = await liveDemoWeeks(
      { url, sandbox, administrator, shops, say: (line) => console.log(line) },
      end,
    )
    console.log(`${made} appointments at ${shops.length} shops.`)
  } finally {
    await product.stop('SIGTERM')
  }
}

function sayLogins(): void {
  console.log(`\nSign in at /login. The password of everybody is ${demoPassword}`)
  for (const { businessName, owner, people } of demoShops) {
    console.log(`  ${businessName}: ${owner.email} (owner)`)
    for (const { email, role } of people) console.log(`    ${email} (${role})`)
  }
  console.log('')
}

try {
  await ensureBuilt()
  await fill(await withFirstAdministrator(process.env, () => undefined))
  sayLogins()
  await import('./start.ts')
} catch (error) {
  if (!(error instanceof PortTaken || error instanceof BuildFailed || error instanceof NotEmpty)) throw error
  console.error(error.message)
  process.exit(1)
}
