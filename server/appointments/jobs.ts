import type { Context } from '../context.ts'
import type { Job } from '../jobs/job.ts'
import { settleClaim } from './settle-claim.ts'

/** An order whose request died leaves its hold open; after this long nobody is waiting for it any more. */
const abandonedAfterMs = 60_000

/** The claims that want a look at the provider: told so by an event, left behind by a crash, or out of time. */
async function listClaimsToSettle(context: Context): Promise<string[]> {
  const now = context.clock.now()
  const rows = await context.database.db
    .selectFrom('appointments as a')
    .innerJoin('holds as h', 'h.appointment_id', 'a.id')
    .select('a.id')
    .where('a.state', '=', 'claimed')
    .where((where) =>
      where.or([
        where('a.claim_expires_at', '<=', new Date(now)),
        where.and([
          where('h.status', '=', 'requested'),
          where('h.created_at', '<=', new Date(now - abandonedAfterMs)),
        ]),
        where.exists(
          where
            .selectFrom('provider_events as e')
            .select('e.id')
            .whereRef('e.provider_intent_id', '=', 'h.provider_intent_id')
            .where('e.handled_at', 'is', null),
        ),
      ]),
    )
    .orderBy('a.claim_expires_at')
    .limit(500)
    .execute()
  return [...new Set(rows.map((row) => row.id))]
}

async function settleClaims(context: Context): Promise<void> {
  const seenUntil = new Date(context.clock.now())
  const ids = await listClaimsToSettle(context)
  let failed = false
  for (const id of ids) {
    try {
      await settleClaim(context, id)
    } catch (error) {
      failed = true
      context.log.error(
        { err: error, appointmentId: id },
        'a claim could not be settled; it will be tried again',
      )
    }
  }
  if (failed) return
  await context.database.db
    .updateTable('provider_events')
    .set({ handled_at: seenUntil })
    .where('handled_at', 'is', null)
    .where('received_at', '<=', seenUntil)
    .execute()
}

export const appointmentJobs: Job[] = [{ name: 'appointments.settle-claims', run: settleClaims }]
