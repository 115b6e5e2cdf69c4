import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Bench } from './bench.ts'
import type { Rate } from './http-client.ts'
import { poolSize, type Market } from './market.ts'
import type { RecordedBooking } from './record-booking.ts'

/** Books with the recorded statements and no product in between. */
export type BookingFloor = { name: string; book(seconds: number): Promise<Rate> }

/** The draw and the statements as a pgbench script, and its variables for constant parameters. */
function toScript({ statements, draw }: RecordedBooking): { script: string; variables: string[] } {
  const names = new Map<string, string>()
  const texts = statements.map(({ text, values }) =>
    text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const value = values[Number(number) - 1] ?? null
      if (value === null) return 'null'
      if ('column' in value) return `:${value.column}`
      const name = names.get(value.constant) ?? `constant_${names.size}`
      names.set(value.constant, name)
      return `:${name}`
    }),
  )
  return {
    script: [`${draw} \\gset`, ...texts.map((text) => `${text};`), ''].join('\n'),
    variables: [...names].flatMap(([constant, name]) => ['-D', `${name}=${constant}`]),
  }
}

/** The same from this process, for a machine without pgbench. It books less, so this floor is lower. */
async function bookInLoop(url: string, { draw, statements }: RecordedBooking, end: number): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let count = 0
  for (; performance.now() < end; count++) {
    const { rows } = await client.query<Record<string, string>>({ name: 'draw', text: draw })
    for (const [index, { text, values }] of statements.entries()) {
      const filled = values.map((value) =>
        value !== null && 'column' in value ? rows[0]?.[value.column] : (value?.constant ?? null),
      )
      await client.query({ name: `statement ${index}`, text, values: filled })
    }
  }
  await client.end()
  return count
}

/** pgbench comes with PostgreSQL's own packages, and not with the bundled ones. */
export async function openBookingFloor(bench: Bench, { databaseUrl }: Market, booking: RecordedBooking) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const pgbench = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
  const { script, variables } = toScript(booking)
  const file = join(await bench.makeFolder('pgbench'), 'booking.sql')
  await writeFile(file, script)
  const bookInPgbench = async (program: string, seconds: number): Promise<Rate> => {
    const args = ['-n', '-M', 'prepared', '-c', String(poolSize), '-T', String(seconds), '-f', file]
    const { stdout } = await promisify(execFile)(program, [...args, ...variables, databaseUrl])
    const [, count] = /transactions actually processed: (\d+)/.exec(stdout) ?? []
    const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
    return { count: Number(count), perSecond: Number(perSecond) }
  }
  const bookInLoops = async (seconds: number): Promise<Rate> => {
    const end = performance.now() + seconds * 1000
    const loops = Array.from({ length: poolSize }, () => bookInLoop(databaseUrl, booking, end))
    const count = (await Promise.all(loops)).reduce((sum, one) => sum + one, 0)
    return { count, perSecond: count / seconds }
  }
  const floor: BookingFloor =
    pgbench === undefined
      ? { name: 'a pg loop (no pgbench on the PATH)', book: bookInLoops }
      : { name: 'pgbench', book: (seconds) => bookInPgbench(pgbench, seconds) }
  return floor
}
