import type { Pool } from 'pg'

/**
 * The notations of a card number: its digits with or without separators, and any eight distinctive digits in
 * a row.
 */
function patternsOf(number: string): RegExp[] {
  const loose = number.split('').join('[\\s.-]{0,3}')
  const parts: string[] = []
  for (let from = 0; from + 8 <= number.length; from += 4) {
    const part = number.slice(from, from + 8)
    // Eight digits that are nearly all the same also occur in ids.
    if (!/(\d)\1{3}/.test(part)) parts.push(part)
  }
  return [new RegExp(loose), ...parts.map((part) => new RegExp(`(?<![0-9a-f])${part}|${part}(?![0-9a-f])`))]
}

/** The text together with its decoded forms: PostgreSQL's hex bytes, and percent-encoding. */
function unpacked(text: string): string {
  const bytes = [...text.matchAll(/\\+x((?:[0-9a-f]{2})+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  const plain = text.replaceAll('+', ' ').replaceAll(/%20/g, ' ')
  return [text, plain, ...bytes].join('\n')
}

/** The place and the number of each card number in a text. */
export function findCards(place: string, text: string, numbers: readonly string[]): string[] {
  const whole = unpacked(text)
  return numbers.flatMap((number) => {
    const found = patternsOf(number).find((form) => form.test(whole))
    return found ? [`${place} holds ${number}: ${found.exec(whole)?.[0]}`] : []
  })
}

/** Searches every row of every table for card numbers. */
export async function searchDatabase(
  pool: Pool,
  numbers: readonly string[],
): Promise<{ found: string[]; rows: number }> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  let seen = 0
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    seen += rows.length
    for (const { row } of rows) found.push(...findCards(name, row, numbers))
  }
  return { found, rows: seen }
}
