import { sql } from 'kysely'
import { planHold, renewalHours } from '../../contract/payments/hold-plan.ts'
import type { Context } from '../context.ts'
import { lowestUuid } from '../database/uuid.ts'
import type { HoldRow } from '../database/rows.ts'
import { awaitsReview, findOpenReviewId } from '../fitment/record-verdict.ts'
import { workInRounds } from '../jobs/queue-rounds.ts'
import { captureBeforeOf, factsOf, outlivesJob } from './hold-facts.ts'
import { findOpenHolds, requestOnSavedCard } from './hold-queries.ts'
import { markHoldFailed } from './record-failed-attempt.ts'
import { placeHold } from './place-hold.ts'

const batchSize = 200

const keptHold = sql`select from holds h where h.appointment_id = a.id and h.status = 'live' and ${outlivesJob}`

type Coming = { id: string; starts_at: Date }

/** Sorts before every appointment. */
const earliest: Coming = { id: lowestUuid, starts_at: new Date(0) }

/**
 * Appointments near their start without a hold that outlives them, by start, after the given one. One that
 * awaits a fitment review gets no fresh hold. Appointments with such a hold are nearly all and stay in the
 * database. The order is that of the index, so that no plan reads past appointments to sort them.
 */
async function listUnkept(context: Context, after: Coming): Promise<Coming[]> {
  const now = context.clock.now()
  return context.database.db
    .selectFrom('appointments as a')
    .select(['a.id', 'a.starts_at'])
    .where('a.state', '=', 'booked')
    .where('a.pays_by', '=', 'card')
    .where('a.hold_failed_at', 'is', null)
    .where('a.starts_at', '<=', new Date(now + renewalHours[0] * 3_600_000))
    .where('a.ends_at', '>', new Date(now))
    .where(sql<boolean>`not exists (${keptHold})`)
    .where(sql<boolean>`not ${awaitsReview}`)
    .where(sql<boolean>`(a.starts_at, a.id) > (${after.starts_at}, ${after.id}::uuid)`)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(batchSize)
    .execute()
}

/**
 * Decides whether a renewal of one appointment is due, and inserts the hold before it is placed. Of two
 * processes the second finds the row locked or the attempt recorded. Returns the hold to place.
 */
async function planRenewal(context: Context, appointmentId: string): Promise<HoldRow | null> {
  return context.database.transaction(async (tx) => {
    const appointment = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', appointmentId)
      .where('state', '=', 'booked')
      .where('pays_by', '=', 'card')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!appointment || (await findOpenReviewId(tx, appointment)) !== null) return null
    const now = context.clock.now()
    const open = await findOpenHolds(tx, appointmentId)
    // Another hold is being requested or charged now: its result comes first.
    if (open.asked || (open.inForce && open.inForce.status !== 'live')) return null
    const facts = factsOf(appointment, captureBeforeOf(open), now)
    const plan = planHold(facts)
    if (plan.kind === 'failed') await markHoldFailed(tx, context, appointment, facts)
    if (plan.kind !== 'renew' || plan.at > now) return null
    const at = new Date(now)
    await tx
      .updateTable('appointments')
      .set({ hold_attempted_at: at })
      .where('id', '=', appointmentId)
      .execute()
    return requestOnSavedCard(tx, {
      appointment,
      purpose: 'renewal',
      amountCents: appointment.price_cents,
      actorId: null,
      at,
    })
  })
}

/**
 * Renews holds by the hold plan: places a fresh hold where the live one would lapse before the capture. The
 * consequences of a refusal follow where the answer is recorded.
 */
export async function renewHolds(context: Context): Promise<void> {
  await workInRounds(context, {
    name: 'renewals',
    batchSize,
    list: (after: Coming | null) => listUnkept(context, after ?? earliest),
    work: async ({ id }) => {
      try {
        const hold = await planRenewal(context, id)
        if (hold) await placeHold(context, hold, { personWaits: false })
      } catch (error) {
        context.log.error({ err: error, appointmentId: id }, 'a hold could not be kept; it is tried again')
      }
    },
  })
}
