import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { lowestUuid } from '../database/uuid.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { abandonedAfterMs } from './record-answer.ts'
import { recoverIncrements } from './increment-hold.ts'
import { recoverRefunds } from './partial-refunds.ts'
import { resumeHold } from './resume-hold.ts'
import { settleEvents } from './settle-events.ts'

const batchSize = 1000
/** A live hold is looked up once a day: the webhook of its end may have been lost. */
const lookAgainMs = 24 * 3_600_000

/**
 * Recovers holds that a webhook named, and holds without progress after a crash, a timeout or silence of the
 * provider. Each recovers alone: a failure is logged and retried in the next round.
 */
export async function recoverHolds(context: Context): Promise<void> {
  await settleEvents(context)
  await recoverRefunds(context)
  await recoverIncrements(context)
  await workInRounds(context, {
    name: 'holds',
    batchSize,
    list: (after: Due | null) => listStandingStill(context, after),
    work: async ({ id }) => {
      try {
        await resumeHold(context, id)
      } catch (error) {
        context.log.error({ err: error, holdId: id }, 'a hold could not be settled; it will be tried again')
      }
    },
  })
}

type Due = { id: string; place: number; changed_at: Date }

/**
 * Holds without an answer, past their time, or ended by the provider; open commands first, after the given
 * one. A hold that waits for the customer is looked up each time, because no event reports that they are
 * done. Three queries, so that each reads the few rows of its own index.
 */
async function listStandingStill(context: Context, after: Due | null): Promise<Due[]> {
  const now = context.clock.now()
  const before = (milliseconds: number) => new Date(now - milliseconds)
  const from = after ?? { id: lowestUuid, place: 0, changed_at: new Date(0) }
  const { rows } = await sql<Due>`
    select id, place, date_trunc('milliseconds', changed_at) as changed_at from (
      select h.id, h.changed_at, 1 as place from holds h
      where h.status in ('requested', 'capturing', 'refunding', 'releasing')
        and h.changed_at <= ${before(abandonedAfterMs)} and (h.asked_until is null or h.asked_until <= now())
      union all
      select h.id, h.changed_at, 1 from holds h where h.status = 'requires_action'
      union all
      select h.id, h.changed_at, 2 from holds h
      where h.status = 'live'
        and (h.capture_before <= ${new Date(now)} or h.looked_at <= ${before(lookAgainMs)})) as due
    where (place, date_trunc('milliseconds', changed_at), id) > (${from.place}, ${from.changed_at}, ${from.id}::uuid)
    order by place, date_trunc('milliseconds', changed_at), id limit ${batchSize}`.execute(
    context.database.db,
  )
  return rows
}
