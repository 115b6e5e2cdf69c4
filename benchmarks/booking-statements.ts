import { wallClock } from '../contract/time.ts'
import type { Bench } from './bench.ts'
import { emptyMarket, orderOf, type Market } from './market.ts'
import type { Statement } from './record-statements.ts'
import { signUpCustomer } from './product.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A value of a statement: the same in every booking, or one of that booking by its name: a column of `bench_slots`, else a fresh id. */
export type Value = { same: unknown } | { varying: string }

/** A statement of a booking, ready to be made again for another; its name is its own among those of the booking. */
export type Step = { name: string; text: string; values: readonly Value[] }

/** What the product asks its database for one booking whose card is accepted at once, from the session to the mail. Recorded once for each market. */
export async function listBookingSteps(bench: Bench, market: Market): Promise<Step[]> {
  const { steps } = await bench.once(`booking steps of ${market.databaseUrl}`, async () => ({
    steps: await recordBookingSteps(bench, market),
    close: async () => undefined,
  }))
  return steps
}

/** The whole product in this process takes seconds to be loaded; they are wanted elsewhere before a booking is recorded. */
export const loadRecorder = () => import('./record-statements.ts')

async function recordBookingSteps(bench: Bench, market: Market): Promise<Step[]> {
  // The time that is booked here may be sold already.
  await emptyMarket(market)
  const { openRecorder } = await loadRecorder()
  const recorder = await openRecorder(bench, market)
  try {
    // A session that this process has signed.
    const customers = [await signUpCustomer(recorder, 'recorded@example.test')]
    const book = async (index: number): Promise<Statement[]> => {
      const slot = market.slots[index]
      if (!slot) throw new Error('the market has no times')
      const { method, headers, path, body = null } = orderOf({ customers }, slot)
      return recorder.record(async () => {
        const answer = await fetch(`${recorder.url}${path}`, { method, headers, body })
        if (answer.status !== 201) throw new Error(`a booking was answered ${await answer.text()}`)
      })
    }
    // The first of a customer also makes them known to the provider.
    await book(0)
    const statements = await book(777)
    const slot = market.slots[777]
    if (!slot) throw new Error('the market has no such time')
    const at = wallClock(slot.day, 'America/Los_Angeles')(slot.hour * 60) ?? Number.NaN
    const { rows } = await market.pool.query<{ bay_id: number }>(
      'select bay_id from appointments where shop_id = $1 and starts_at = $2',
      [slot.shopId, new Date(at)],
    )
    return generalise(statements, {
      shop_id: slot.shopId,
      bay_id: rows[0]?.bay_id ?? Number.NaN,
      day: slot.day,
      starts_at: at,
      ends_at: at + 3 * 3_600_000,
    })
  } finally {
    await recorder.close()
  }
}

type Known = Record<'shop_id' | 'bay_id' | 'day', number | string> & { starts_at: number; ends_at: number }

/** Finds in the statements of one booking what belongs to it alone. */
function generalise(statements: readonly Statement[], known: Known): Step[] {
  const fresh = new Map<string, string>()
  const valueOf = (value: unknown): Value => {
    const number = value instanceof Date ? value.getTime() : value
    for (const name of ['shop_id', 'bay_id', 'day', 'starts_at', 'ends_at'] as const)
      if (number === known[name]) return { varying: name }
    if (typeof value !== 'string') return { same: value }
    const isIntent = value.startsWith('pi_')
    if (!isIntent && !uuidPattern.test(value)) return { same: value }
    const name = fresh.get(value) ?? `${isIntent ? 'intent' : 'fresh'}_${fresh.size}`
    fresh.set(value, name)
    return { varying: name }
  }
  return statements.map(({ text, values }, index) => ({
    name: `step ${index}`,
    text,
    values: values.map(valueOf),
  }))
}

/** What is done in one transaction, in order. */
type Transaction = Step[]

function listTransactions(steps: readonly Step[]): Transaction[] {
  const transactions: Transaction[] = []
  let isOpen = false
  for (const step of steps) {
    if (isOpen) transactions.at(-1)?.push(step)
    else transactions.push([step])
    if (/^begin\b/i.test(step.text)) isOpen = true
    if (/^commit\b/i.test(step.text)) isOpen = false
  }
  return transactions
}

/** The transactions of a booking before the card provider is asked, and those that know its answer. */
export function splitAtProvider(steps: readonly Step[]): { claim: Transaction[]; confirm: Transaction[] } {
  const transactions = listTransactions(steps)
  const knowsIntent = ({ values }: Step) =>
    values.some((value) => 'varying' in value && value.varying.startsWith('intent_'))
  const first = transactions.findIndex((transaction) => transaction.some(knowsIntent))
  if (first <= 0) throw new Error('no statement of a booking follows the answer of the card provider')
  return { claim: transactions.slice(0, first), confirm: transactions.slice(first) }
}

/** The question that gives a booking its own values: one of the times that can be sold, and fresh ids. */
export function drawStatement(steps: readonly Step[], number: string): string {
  const names = new Set(
    steps.flatMap(({ values }) => values.flatMap((value) => ('varying' in value ? [value.varying] : []))),
  )
  const columns = [...names].map((name) => {
    if (name.startsWith('fresh_')) return `uuidv7() as ${name}`
    return name.startsWith('intent_') ? `'pi_' || uuidv7() as ${name}` : name
  })
  return `select ${columns.join(', ')} from bench_slots where n = ${number}`
}
