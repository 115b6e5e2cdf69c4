import { pollUntil } from '../concurrency/poll-until.ts'
import type { Context } from '../context.ts'
import type { HoldAnswer } from '../payments/provider/hold-answer.ts'
import type { Payer } from '../payments/provider/provider-customer.ts'
import { requestHold } from './provider/request-hold.ts'
import type { HoldRow } from '../database/rows.ts'
import { readHoldResult, recordOutcomeOf, refreshConfirmation, type HoldResult } from './record-outcome.ts'
import { acquireRequestLease, isRequestLeased, releaseRequestLease } from './request-lease.ts'

/** With the timeouts of the provider a response still takes less than 15 seconds. */
const longestWaitMs = 9_000

/**
 * Places a requested hold at the card provider and records the answer. No transaction may be open. One
 * process asks at a time (a lease). A second request waits for the result of the first where a person waits,
 * and else returns the row.
 */
export async function placeHold(
  context: Context,
  { id }: { id: string },
  { personWaits }: { personWaits: boolean },
): Promise<HoldResult> {
  const leased = await acquireRequestLease(context, id)
  if (leased) return withLease(context, leased, () => requestHold(context, leased))
  return personWaits ? waitForPlacing(context, id) : readHoldResult(context, id)
}

/**
 * As `placeHold`, for a hold that the caller inserted with the lease (`askedNow`) and whose payer it read
 * with it.
 */
export async function placeLeasedHold(context: Context, hold: HoldRow, payer: Payer): Promise<HoldResult> {
  return withLease(context, hold, () => requestHold(context, hold, payer))
}

/**
 * Sends a request under a lease and records the answer. The lease ends with a change of state, or is given
 * back.
 */
export async function withLease(
  context: Context,
  leased: HoldRow,
  request: () => Promise<HoldAnswer>,
): Promise<HoldResult> {
  let result: HoldResult | undefined
  try {
    result = await recordOutcomeOf(context, leased, await request())
    return result
  } finally {
    if (result === undefined || result.hold.status === leased.status)
      await releaseRequestLease(context, leased)
  }
}

/**
 * Waits while another request places the hold. Returns its result, with the client secret of a 3-D Secure
 * step.
 */
export async function waitForPlacing(
  context: Context,
  holdId: string,
  mostMs = longestWaitMs,
): Promise<HoldResult> {
  await pollUntil(mostMs, async () => !(await isRequestLeased(context, holdId)))
  const result = await readHoldResult(context, holdId)
  return result.hold.status === 'requires_action' ? refreshConfirmation(context, holdId) : result
}
