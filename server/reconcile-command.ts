import '../require-node.mjs'
import { setTimeout as wait } from 'node:timers/promises'
import { formatCents } from '../contract/money.ts'
import { ConfigError, readConfig, unusedProviders } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { answerOfError } from './payments/provider/hold-answer.ts'
import { reconcile, type Reconciliation, type Totals } from './payments/reconcile.ts'
import { createStripeClient } from './payments/provider/stripe-client.ts'

const rows: [string, (totals: Totals) => string][] = [
  ['payments', ({ payments }) => String(payments)],
  ['held now', ({ heldCents }) => exact(heldCents)],
  ['captured', ({ capturedCents }) => exact(capturedCents)],
  ['refunded', ({ refundedCents }) => exact(refundedCents)],
  ['disputed', ({ disputedCents }) => exact(disputedCents)],
  ['dispute fees', ({ disputeFeeCents }) => exact(disputeFeeCents)],
  ['left of the captured', (totals) => exact(leftOf(totals))],
]

function leftOf(totals: Totals): number {
  const { capturedCents, refundedCents, disputedCents, disputeFeeCents } = totals
  return capturedCents - refundedCents - disputedCents - disputeFeeCents
}

/** Always with cents, so that the columns can be compared by eye. */
function exact(cents: number): string {
  const text = formatCents(cents)
  return text.includes('.') ? text : `${text}.00`
}

function print({ ledger, provider, differences, underWay }: Reconciliation): void {
  const line = (...cells: string[]) =>
    console.log(
      `${(cells[0] ?? '').padEnd(24)}${(cells[1] ?? '').padStart(18)}${(cells[2] ?? '').padStart(18)}`,
    )
  line('', 'ledger', 'card provider')
  for (const [name, show] of rows) line(name, show(ledger), show(provider))
  if (underWay > 0) console.log(`\n${underWay} under way at this moment, in neither column.`)
  console.log(differences.length === 0 ? '\nBoth sides agree.' : `\n${differences.length} differences:`)
  for (const difference of differences) console.log(`  ${difference}`)
}

/**
 * The two sides are read one after the other. A change in between looks like a difference, and disappears in
 * the second read.
 */
async function reconcileTwice(sides: Parameters<typeof reconcile>[0]): Promise<Reconciliation> {
  const first = await reconcile(sides)
  if (first.differences.length === 0) return first
  await wait(3_000)
  return reconcile(sides)
}

async function run(): Promise<number> {
  // The command sends no mail, so the mail server may be unset.
  const { SMTP_URL, MAIL_FROM } = unusedProviders
  const config = readConfig({ SMTP_URL, MAIL_FROM, ...process.env, ADMIN_EMAIL: '' })
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    onError: (error) => console.error(error.message),
  })
  try {
    const result = await reconcileTwice({ database, stripe: createStripeClient(config) })
    print(result)
    return result.differences.length === 0 ? 0 : 1
  } catch (error) {
    if (answerOfError(error).kind !== 'unknown') throw error
    console.error('The card provider does not answer. With the sandbox, `npm start` must be running.')
    return 2
  } finally {
    await database.close()
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof ConfigError || !(error instanceof Error) ? String(error) : error.message)
    process.exit(2)
  },
)
