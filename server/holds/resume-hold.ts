import { payerIdOf } from '../payments/provider/provider-customer.ts'
import { pollUntil } from '../concurrency/poll-until.ts'
import type { Context } from '../context.ts'
import { acquireCaptureLease, isCaptureLeased } from './capture-lease.ts'
import { placeHold, waitForPlacing, withLease } from './place-hold.ts'
import { lookUpHold } from './provider/hold-commands.ts'
import { abandonedAfterMs, recordNeverPlaced } from './record-answer.ts'
import type { HoldRow } from '../database/rows.ts'
import {
  isClaimExpired,
  readHoldResult,
  readHoldWithAppointment,
  recordOutcome,
  refreshConfirmation,
  releaseExpiredClaim,
  type HoldResult,
} from './record-outcome.ts'
import { sendHoldCommand, type HoldWithAppointment } from './send-hold-command.ts'

const longestWaitMs = 9_000
const firstWaitMs = 500

/**
 * Resumes a hold where its row stands: sends a decision that has no answer yet, else looks up the state at
 * the card provider, and records the answer. Safe at any time, by any process, twice. A request that never
 * reached the provider is sent again where a person waits for it or none is needed, and given up after half a
 * minute where the person is gone. A claim whose time is over is never placed, and its slot is free even
 * while the provider is silent.
 */
export async function resumeHold(
  context: Context,
  holdId: string,
  { personWaits = false } = {},
): Promise<HoldResult> {
  const subject = await readHoldWithAppointment(context, holdId)
  const { hold, appointment } = subject
  switch (hold.status) {
    case 'requested':
      return resumeRequest(context, subject, personWaits)
    case 'requires_action':
      return refreshConfirmation(context, holdId)
    case 'capturing':
      return resumeCapture(context, subject, personWaits)
    case 'releasing':
    case 'refunding':
      return recordOutcome(context, holdId, await sendHoldCommand(context, subject))
    case 'live':
    case 'captured':
    case 'refunded':
    case 'released':
    case 'lapsed':
    case 'declined': {
      const found = await lookUpHold(context, hold, payerIdOf(appointment))
      if (found.kind === 'absent' && hold.status === 'live') await logMissing(context, hold)
      return recordOutcome(context, holdId, found)
    }
  }
}

/**
 * A live hold that the provider does not know stays live: the money may be held at the account of another
 * key.
 */
async function logMissing(context: Context, hold: HoldRow): Promise<void> {
  context.log.error(
    { holdId: hold.id },
    'the card provider does not know a live hold: is this the right secret key?',
  )
  await context.database.db
    .updateTable('holds')
    .set({ looked_at: new Date(context.clock.now()) })
    .where('id', '=', hold.id)
    .execute()
}

async function resumeRequest(
  context: Context,
  { hold, appointment }: HoldWithAppointment,
  personWaits: boolean,
): Promise<HoldResult> {
  if (personWaits) {
    // Most often the first request is still in flight and about to be answered.
    const result = await waitForPlacing(context, hold.id, firstWaitMs)
    if (result.hold.status !== 'requested') return result
  }
  const found = await lookUpHold(context, hold, payerIdOf(appointment))
  if (found.kind === 'unknown') await releaseExpiredClaim(context, { hold, appointment })
  if (found.kind !== 'absent') return recordOutcome(context, hold.id, found)
  if (isClaimExpired(context, appointment)) {
    await recordNeverPlaced(context, hold)
    return readHoldResult(context, hold.id)
  }
  const isAbandoned = hold.changed_at.getTime() + abandonedAfterMs <= context.clock.now()
  const isOffSession = ['renewal', 'charge', 'extra_off_session'].includes(hold.purpose)
  const isWanted =
    hold.purpose === 'fee'
      ? appointment.state === 'cancelled'
      : isOffSession && appointment.state === 'booked'
  if (personWaits || (isAbandoned && isWanted)) return placeHold(context, hold, { personWaits })
  if (isAbandoned) await recordNeverPlaced(context, hold)
  return readHoldResult(context, hold.id)
}

/**
 * Sends a capture that was decided. One process captures at a time (a lease). A second request of a person
 * waits for its result, and takes over the lease of a process that died with it.
 */
async function resumeCapture(
  context: Context,
  subject: HoldWithAppointment,
  personWaits: boolean,
): Promise<HoldResult> {
  const { id } = subject.hold
  const leased =
    (await acquireCaptureLease(context, id)) ?? (personWaits ? await waitForCapture(context, id) : null)
  if (!leased) return readHoldResult(context, id)
  return withLease(context, leased, () => sendHoldCommand(context, { ...subject, hold: leased }))
}

/**
 * Waits while another request captures the hold. Returns the hold if this process took over an expired lease.
 */
async function waitForCapture(context: Context, holdId: string): Promise<HoldRow | null> {
  let inherited: HoldRow | null = null
  await pollUntil(longestWaitMs, async () => {
    if (await isCaptureLeased(context, holdId)) return false
    inherited = await acquireCaptureLease(context, holdId, { fromTheDead: true })
    // Another waiting process may have been first.
    return inherited !== null || !(await isCaptureLeased(context, holdId))
  })
  return inherited
}
