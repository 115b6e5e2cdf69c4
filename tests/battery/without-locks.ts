import { sql } from 'kysely'
import type { AppProcess } from '../support/start-world.ts'
import { askOtherwise } from './ask-otherwise.ts'

/** A select without `for update`, and an update without the guard on the status that it changes from. */
function forgetGuards(text: string): string {
  if (text.trimStart().startsWith('select'))
    return text.replace(/ for (no key )?update( of "\w+")?( skip locked)?$/, '')
  if (!/^\s*(with "?recorded"? as \(\s*)?update /.test(text)) return text
  return text
    .replace(/case status when (\$\d+) then (\$\d+) end/, 'case when $1::text is not null then $2 end')
    .replaceAll(/"status" = (\$\d+)/g, '$1::text is not null')
}

/**
 * Removes what decides races between the holds of one appointment: the lock on its row, the two unique indexes behind that, and
 * the guard in each update of a hold.
 */
export async function removeRaceGuards(processes: readonly AppProcess[]): Promise<void> {
  for (const { context } of processes) askOtherwise(context.database, forgetGuards)
  const [first] = processes
  if (!first) return
  await sql`drop index holds_one_in_force`.execute(first.context.database.db)
  await sql`drop index holds_one_asked_for`.execute(first.context.database.db)
}
