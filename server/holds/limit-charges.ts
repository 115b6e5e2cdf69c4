import { sql } from 'kysely'
import { nextTryOf, nextTrySentence, type Declines } from '../../contract/payments/next-try.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldPurpose } from '../database/tables.ts'

/** Requests on the saved card that a person of the shop starts, without the customer. */
export type StaffCharge = Extract<HoldPurpose, 'fee' | 'charge' | 'extra_off_session'>

/** The declines of one purpose of an appointment `a` of the query. A final one counts for its card alone. */
export const declinesOf = (purpose: StaffCharge) => sql<Declines>`json_build_object(
  'times', (select coalesce(json_agg((extract(epoch from h.settled_at) * 1000)::bigint order by h.settled_at desc), '[]')
    from holds h where h.appointment_id = a.id and h.purpose = ${purpose} and h.status = 'declined'),
  'isFinal', exists (select from holds h where h.appointment_id = a.id and h.refusal_is_final
    and h.payment_method_id = (select s.payment_method_id from holds s
      where s.appointment_id = a.id and s.live_at is not null order by s.live_at desc limit 1)))`

type Asked = { appointmentId: string; purpose: StaffCharge; now: number }

/** Whether the saved card may be tried again, in words; an empty text before the first decline. */
export async function describeNextTry(db: Queryable, asked: Asked): Promise<string> {
  const { declines, timeZone } = await readDeclines(db, asked)
  return declines.times.length === 0 ? '' : nextTrySentence(nextTryOf(declines, asked.now), timeZone)
}

/** Whether the saved card may be tried now, without the customer. */
export async function hasTriesLeft(db: Queryable, asked: Asked): Promise<boolean> {
  const { declines } = await readDeclines(db, asked)
  return nextTryOf(declines, asked.now).kind === 'now'
}

/** Refuses another try of a card that was declined too often or for good as `card_refused`. */
export async function requireTriesLeft(db: Queryable, asked: Asked): Promise<void> {
  const { declines, timeZone } = await readDeclines(db, asked)
  const next = nextTryOf(declines, asked.now)
  if (next.kind === 'now') return
  refuse('card_refused', {
    sentence: `The card was declined before, so it wasn’t charged now. ${nextTrySentence(next, timeZone)}`,
    ...(next.kind === 'later' && { retryAfterSeconds: Math.ceil((next.at - asked.now) / 1000) }),
  })
}

async function readDeclines(db: Queryable, { appointmentId, purpose }: Asked) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .select(['s.time_zone as timeZone', declinesOf(purpose).as('declines')])
    .where('a.id', '=', appointmentId)
    .executeTakeFirstOrThrow()
}
