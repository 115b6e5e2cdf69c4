import type { Queryable } from '../database/open-database.ts'
import { findOpenHolds } from './hold-queries.ts'
import { decideRelease } from './change-hold.ts'
import { releaseClaim } from './appointment-state.ts'

/**
 * Ends a claim before its time: its slot is free at once, and its hold is released at the card provider
 * after the transaction. A payment that the bank confirms meanwhile goes back. Returns false for a claim that
 * has become an appointment, which stays as it is.
 */
export async function releaseUnpaidClaim(
  tx: Queryable,
  appointmentId: string,
  { at, actorId }: { at: Date; actorId: string | null },
): Promise<boolean> {
  const claim = await tx
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', appointmentId)
    .where('state', '=', 'claimed')
    .forUpdate()
    .executeTakeFirst()
  if (!claim) return false
  const { asked } = await findOpenHolds(tx, appointmentId)
  if (asked) await decideRelease(tx, asked, at, actorId)
  await releaseClaim(tx, appointmentId)
  return true
}
