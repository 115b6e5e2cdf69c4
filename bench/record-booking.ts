import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Bench } from './bench.ts'
import { openConnection } from './http-client.ts'
import { orderFor, type Market } from './market.ts'
import { startProduct } from './servers.ts'

/** A parameter: null, the same text in every booking, or a column of the draw. */
export type Value = null | { constant: string } | { column: string }
export type Statement = { text: string; values: readonly Value[] }

/**
 * The statements of one booking, and the query that draws another booking's own values: a free time and new
 * ids.
 */
export type RecordedBooking = { statements: readonly Statement[]; draw: string }

type Logged = { text: string; values: (string | null)[] }

/**
 * The statements and parameters in PostgreSQL's log (log_statement = all), without those of the job engine.
 */
function readStatements(log: string): Logged[] {
  const statements: Logged[] = []
  for (const entry of log.split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC \[)/m)) {
    const [, text] = /LOG: {2}(?:statement|execute [^:]+): ([\s\S]*)/.exec(entry) ?? []
    if (text !== undefined) statements.push({ text: text.replaceAll(/\s+/g, ' ').trim(), values: [] })
    const [, parameters = ''] = /DETAIL: {2}Parameters: ([\s\S]*)/i.exec(entry) ?? []
    for (const [, value] of parameters.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g))
      statements.at(-1)?.values.push(value?.replaceAll("''", "'") ?? null)
  }
  return statements.filter(({ text }) => !/\bjobs\./.test(text))
}

/** What belongs to the recorded booking alone, as the log writes it, and its column of `bench_slots`. */
type Own = ReadonlyMap<string, string>

function generalize(statements: readonly Logged[], own: Own): RecordedBooking {
  const drawn = new Map<string, string>()
  const valueOf = (value: string | null): Value => {
    if (value === null) return null
    const column = own.get(value) ?? drawn.get(value)
    if (column !== undefined) return { column }
    if (!/^(pi_)?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/.test(value)) return { constant: value }
    const name = `${value.startsWith('pi_') ? 'intent' : 'id'}_${drawn.size}`
    drawn.set(value, name)
    return { column: name }
  }
  const generalized = statements.map(({ text, values }) => ({ text, values: values.map(valueOf) }))
  const ids = [...drawn.values()].map((name) =>
    name.startsWith('intent')
      ? `'pi_' || replace(uuidv7()::text, '-', '') as ${name}`
      : `uuidv7() as ${name}`,
  )
  const columns = [...own.values(), ...ids].join(', ')
  return {
    statements: generalized,
    draw: `select ${columns} from bench_slots where n = (select nextval('bench_next')::integer)`,
  }
}

/**
 * Records one booking. Repeats until two in a row send the same statements, so that no background job is
 * among them.
 */
export async function recordBooking(bench: Bench, market: Market): Promise<RecordedBooking> {
  const url = new URL(market.databaseUrl)
  url.searchParams.set('options', '-c log_statement=all')
  // A server of its own, whose one connection is logged.
  const server = await startProduct(bench, url.href, { POOL_SIZE: '1' })
  const connection = await openConnection(server.url)
  const readLog = () => readFileSync(bench.postgresLog, 'utf8')
  let previous: string[] = []
  try {
    // The first booking of a customer also registers them with the card provider, so it differs from the
    // second.
    for (let attempt = 0; attempt < 20; attempt++) {
      const { shopId, day, ...slot } = market.nextSlot()
      const before = readLog().length
      const order = orderFor(market.customers[0] ?? '', { shopId, day, ...slot })
      const { status, body } = await connection.send(order)
      const statements = readStatements(readLog().slice(before))
      if (status !== 201) throw new Error(`the recorded booking was answered ${status} ${body}`)
      const texts = statements.map(({ text }) => text)
      if (isDeepStrictEqual(texts, previous)) {
        const { rows } = await market.pool.query<Record<'bay_id' | 'starts_at' | 'ends_at', string>>(
          `select bay_id, starts_at::text, ends_at::text from appointments where shop_id = $1 and starts_at > now()`,
          [shopId],
        )
        const own = { shop_id: shopId, day, ...rows[0] }
        return generalize(
          statements,
          new Map(Object.entries(own).map(([name, value]) => [String(value), name])),
        )
      }
      previous = texts
    }
    throw new Error('no two bookings sent the same statements')
  } finally {
    connection.close()
    server.close()
  }
}
