import type { Answer, Town } from './town.ts'

/** What is asked of each town, and what is wrong with an answer, if anything. */
export type Question = {
  what: string
  path: string
  /** How many times as much it may cost in the largest town; nothing is asked of one without. */
  mostRatio?: number
  byCustomer?: boolean
  /** Stops reading after so many lines. */
  lines?: number
  findFault(town: Town, answer: Answer): Promise<string | null> | string | null
}

/** The first page that these conditions have by the plainest of statements. */
export function comparePage(condition: string) {
  return async ({ pool }: Town, answer: Answer): Promise<string | null> => {
    const right = await pool.query<{ id: string }>(
      `select id from appointments where state <> 'released' and ${condition} order by starts_at desc, id desc limit 50`,
    )
    const all = await pool.query<{ count: string }>(
      `select count(*) from appointments where state <> 'released' and ${condition}`,
    )
    const count = Number(all.rows[0]?.count)
    if (answer.total !== (count > 1000 ? '1000+' : String(count)))
      return `${answer.total} of ${count} counted`
    const ids = (JSON.parse(answer.text) as { id: string }[]).map(({ id }) => id)
    return ids.join() === right.rows.map(({ id }) => id).join() ? null : 'other rows'
  }
}

export function compareCsv(leastRows: number) {
  return (_: Town, { text }: Answer): string | null => {
    const rows = text.split('\r\n')
    return rows[0]?.startsWith('\uFEFFDate,') === true && rows.length > leastRows ? null : 'other rows'
  }
}
