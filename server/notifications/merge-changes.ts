import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'

/** Changes within this time after a mailed one are mailed together. */
const mergeMs = 5 * 60_000

export type Told = { startsAt: string; packageName: string; priceCents: number }

type Row = { payload: Told; kind: string; at: Date }

const kindsTo = {
  customer: ['appointment_rescheduled', 'package_changed', 'appointment_changed'],
  shop: ['shop_appointment_moved'],
  /** The customer of a car that is ready. */
  readyCar: ['appointment_ready'],
}

/** The data of a mail about a change, which names what stood before it. */
type ChangePayload = Told & {
  previousStartsAt?: string
  previousPackageName?: string
  previousPriceCents?: number
}

/**
 * Withdraws the unsent mails about changes of an appointment, or that its car is ready: the mail after them
 * says how it stands now.
 * Returns what the reader was told before them, null when there were none. Call it under the appointment's
 * row lock.
 */
export async function withdrawCollected(
  tx: Queryable,
  context: Context,
  appointmentId: string,
  reader: keyof typeof kindsTo = 'customer',
): Promise<Told | null> {
  const { rows } = await sql<{ id: string; kind: string; payload: ChangePayload }>`
    update outbox set given_up_at = ${new Date(context.clock.now())}, withheld = 'merged'
      where payload ->> 'appointmentId' = ${appointmentId} and kind = any(${kindsTo[reader]}) and collects_changes
        and sent_at is null and given_up_at is null and (leased_until is null or leased_until <= now())
      returning id, kind, payload`.execute(tx)
  for (const { id, kind } of rows)
    context.log.info({ outboxId: id, kind, reason: 'merged' }, 'a mail was withheld')
  const [first] = rows
  return first ? toldBefore(first.payload) : null
}

function toldBefore({
  startsAt,
  packageName,
  priceCents,
  previousStartsAt = startsAt,
  previousPackageName = packageName,
  previousPriceCents = priceCents,
}: ChangePayload): Told {
  return { startsAt: previousStartsAt, packageName: previousPackageName, priceCents: previousPriceCents }
}

/** Whether a mail would say what its reader was told already. */
export function isToldBy(told: Told, { startsAt, packageName }: Told): boolean {
  return Date.parse(told.startsAt) === Date.parse(startsAt) && told.packageName === packageName
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
        and kind = any(${kindsTo.customer})
      order by id desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return null
  const until = new Date(last.at.getTime() + mergeMs)
  return until.getTime() > context.clock.now() ? { told: last.payload, until } : null
}
