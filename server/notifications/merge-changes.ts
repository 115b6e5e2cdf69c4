import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

/** Changes within this time after a mailed one are mailed together. */
const mergeMs = 5 * 60_000

export type Told = { startsAt: string; packageName: string; priceCents: number }

type Row = { payload: Told; kind: string; at: Date }

/**
 * Withdraws the unsent mail about several changes of an appointment: the mail after it says how it stands
 * now. Call it under the appointment's row lock.
 */
export async function withdrawCollected(
  tx: Queryable,
  context: Context,
  appointmentId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string }>`
    update outbox set given_up_at = ${new Date(context.clock.now())}, withheld = 'merged'
      where payload ->> 'appointmentId' = ${appointmentId} and collects_changes
        and sent_at is null and given_up_at is null and (leased_until is null or leased_until <= now())
      returning id, kind`.execute(tx)
  for (const { id, kind } of rows)
    context.log.info({ outboxId: id, kind, reason: 'merged' }, 'a mail was withheld')
}

/**
 * The last version of an appointment that was mailed to its customer, and the time until which further
 * changes wait: null when a change is mailed at once. Call it under the appointment's row lock.
 */
export async function findCollecting(
  tx: Queryable,
  context: Context,
  appointmentId: string,
): Promise<{ told: Told; until: Date } | null> {
  const { rows } = await sql<Row>`
    select payload, kind, coalesce(sent_at, due_at) as at from outbox
      where payload ->> 'appointmentId' = ${appointmentId} and withheld is null
        and kind in ('appointment_rescheduled', 'package_changed', 'appointment_changed')
      order by id desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return null
  const until = new Date(last.at.getTime() + mergeMs)
  return until.getTime() > context.clock.now() ? { told: last.payload, until } : null
}
