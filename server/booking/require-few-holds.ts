import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import { extraPurposes } from '../payments/price/extra-purposes.ts'

const hourMs = 3_600_000

/**
 * Holds that a customer requests for one appointment. More would keep amounts pending at the bank, and while
 * one waits for the bank no hold is renewed.
 */
const limits = [
  { windowMs: hourMs, max: 6 },
  { windowMs: 24 * hourMs, max: 12 },
]

/** Refuses a further hold on another card, for another package or an extra amount as `too_many_requests`. */
export async function requireFewHolds(tx: Queryable, appointmentId: string, now: number): Promise<void> {
  const recent = await tx
    .selectFrom('holds')
    .select('created_at')
    .where('appointment_id', '=', appointmentId)
    .where('purpose', 'in', ['confirmation', 'package', ...extraPurposes])
    .where('created_at', '>', new Date(now - 24 * hourMs))
    .orderBy('created_at', 'desc')
    .execute()
  for (const { windowMs, max } of limits) {
    const first = recent[max - 1]?.created_at.getTime()
    if (first === undefined || first <= now - windowMs) continue
    refuse('too_many_requests', { retryAfterSeconds: Math.ceil((first + windowMs - now) / 1000) })
  }
}
