import { blocksRefund, disputePhaseOf, type DisputePhase } from '../../contract/payments/dispute-states.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'

/** Finds the phase of a dispute that blocks a refund of a hold; null when a refund may be made. */
export async function findBlockingDispute(db: Queryable, holdId: string): Promise<DisputePhase | null> {
  const rows = await db.selectFrom('disputes').select('status').where('hold_id', '=', holdId).execute()
  return rows.map(({ status }) => disputePhaseOf(status)).find(blocksRefund) ?? null
}

/**
 * Refuses as `payment_disputed` a refund of a payment that the bank has taken back, or may take back. Call it
 * under the appointment's lock.
 */
export async function requireRefundable(tx: Queryable, holdId: string): Promise<void> {
  const phase = await findBlockingDispute(tx, holdId)
  if (phase === null) return
  refuse('payment_disputed', phase === 'open' ? {} : { sentence: returnedSentence })
}

const returnedSentence =
  'The customer’s bank has returned this payment after a dispute. It cannot be refunded a second time.'
