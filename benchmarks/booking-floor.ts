import { accessSync, constants } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Bench } from './bench.ts'
import { drawStatement, type Step } from './booking-statements.ts'
import { runWithPrecedence } from './child.ts'
import type { Market } from './market.ts'

/** Where PostgreSQL's own load program is; undefined where it is not installed. */
function findPgbench(): string | undefined {
  const isThere = (file: string): boolean => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'pgbench'))
    .find(isThere)
}

/** The statements with each $n in the words of pgbench, and what stays the same in every booking by its name. */
function writeScript(
  steps: readonly Step[],
  clients: number,
): { script: string; constants: Map<string, string> } {
  const constants = new Map<string, string>()
  const nameOf = (value: unknown): string => {
    const text = value instanceof Date ? value.toISOString() : String(value)
    const known = [...constants].find(([, same]) => same === text)
    if (known) return known[0]
    const name = `same_${constants.size}`
    constants.set(name, text)
    return name
  }
  const statements = steps.map(({ text, values }) => {
    const filled = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1] ?? { same: null }
      if ('varying' in value) return `:${value.varying}`
      return value.same === null ? 'null' : `:${nameOf(value.same)}`
    })
    return `${filled.replaceAll(/\s+/g, ' ').trim()};`
  })
  const script = [
    '\\set turn :turn + 1',
    `\\set n :client_id + :turn * ${clients}`,
    `${drawStatement(steps, ':n')} \\gset`,
    ...statements,
    '',
  ].join('\n')
  return { script, constants }
}

export type Floor = { name: string; measure(seconds: number): Promise<number> }

type Given = { market: Market; steps: readonly Step[]; clients: number }

async function pgbenchFloor(
  bench: Bench,
  pgbench: string,
  { market, steps, clients }: Given,
): Promise<Floor> {
  const { script, constants } = writeScript(steps, clients)
  const file = join(await bench.folderFor('pgbench'), 'booking.sql')
  await writeFile(file, script)
  const defined = [['turn', '-1'], ...constants].flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const fixed = ['-n', '-M', 'prepared', '-f', file, ...defined, market.databaseUrl]
  return {
    name: 'pgbench with the same statements',
    measure: async (seconds) => {
      const said = await runWithPrecedence(pgbench, ['-c', String(clients), '-T', String(seconds), ...fixed])
      const [, made = 'none'] = /transactions actually processed: (\d+)/.exec(said) ?? []
      const [, rate = 'none'] = /tps = ([\d.]+)/.exec(said) ?? []
      await requireBooked(market, Number(made))
      return Number(rate)
    },
  }
}

/** The same from one process of Node, where pgbench is not installed. */
async function clientFloor(bench: Bench, { market, steps, clients }: Given): Promise<Floor> {
  const file = join(await bench.folderFor('pgbench'), 'booking.json')
  const draw = drawStatement(steps, '$1')
  const script = join(import.meta.dirname, 'bare-booker.ts')
  return {
    name: 'a bare pg client (no pgbench on the PATH) with the same statements',
    measure: async (seconds) => {
      await writeFile(
        file,
        JSON.stringify({ databaseUrl: market.databaseUrl, steps, draw, clients, seconds }),
      )
      const said = await runWithPrecedence(process.execPath, ['--import', 'tsx', script, file])
      const { made, rate } = JSON.parse(said) as { made: number; rate: number }
      await requireBooked(market, made)
      return rate
    },
  }
}

/** A floor that booked nothing would be none. */
export async function requireBooked({ pool }: Market, made: number): Promise<void> {
  const { rows } = await pool.query<{ booked: number; live: number; mails: number }>(
    `select (select count(*)::integer from appointments where state = 'booked') as booked,
      (select count(*)::integer from holds where status = 'live') as live,
      (select count(*)::integer from outbox) as mails`,
  )
  const { booked, live, mails } = rows[0] ?? {}
  if (!(made > 0) || booked !== made || live !== made || mails !== made)
    throw new Error(`${made} bookings were made, and there are ${booked}, ${live} holds and ${mails} mails`)
}

/** What the database does for so many clients who book without a product in between. */
export function floorOf(bench: Bench, given: Given): Promise<Floor> {
  const pgbench = findPgbench()
  return pgbench === undefined ? clientFloor(bench, given) : pgbenchFloor(bench, pgbench, given)
}
