import type { Context } from '../context.ts'
import { holdColumns } from '../database/columns.ts'
import { asked, ended, inForce } from '../payments/hold-statuses.ts'
import { insertDuplicate, recordHoldChange, recordRelease, type HoldRow } from '../payments/record-hold.ts'
import { leaveToCommit } from '../database/transaction.ts'
import { lockShop } from './find-free-bay.ts'
import { readHoldsBeside, type HoldAndState } from './hold-queries.ts'
import { nameIntent, releaseClaim, takeRecording, type Recording, type Told } from './hold-recording.ts'
import { recordCaptured } from './record-captured.ts'
import { recordFailedTry } from './record-failed-try.ts'
import { recordLive } from './record-live.ts'

/** A hold by what never changes of it. */
export type KnownHold = Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id' | 'purpose'>

/**
 * Writes down what the provider said of a hold, with everything that follows from it for the appointment, the other holds and
 * the mail to send, in one transaction. The provider's word is final; whether its hold is still wanted is decided by
 * the appointment as it is now. Recording the same answer again changes nothing. Returns all the appointment's holds as they are then;
 * what they say in -ing is to be asked of the provider next.
 */
export async function recordHoldAnswer(
  context: Context,
  known: KnownHold,
  answer: Told,
): Promise<HoldAndState[]> {
  const { holds } = await context.database.transaction(async (tx) => {
    // A longer job needs its bay: the shop's turn comes before the appointment's row, as everywhere.
    if (known.purpose === 'package' && answer.kind === 'live') await lockShop(tx, known.shop_id)
    const isMailed = known.purpose === 'booking' && answer.kind === 'live'
    const recording = await takeRecording(tx, context, known, { isMailed })
    const { hold } = recording
    const isOther = hold.provider_intent_id !== null && answer.intentId !== hold.provider_intent_id
    if (!isOther || answer.intentId === null) await recordTold(recording, answer)
    else await recordDuplicate(recording, answer, answer.intentId)
    const reading = readHoldsBeside(tx, known.id)
    await leaveToCommit(tx, reading)
    return { holds: reading }
  })
  return holds
}

/**
 * A second payment that the provider made for the same hold, as when its answer to the first was lost and it forgot the key. It gets a
 * row of its own and goes back; what holds nothing needs none.
 */
async function recordDuplicate(recording: Recording, answer: Told, intentId: string): Promise<void> {
  const { tx, hold, at } = recording
  const known = await tx
    .selectFrom('holds')
    .select(holdColumns)
    .where('provider_intent_id', '=', intentId)
    .executeTakeFirst()
  if (!known && (answer.kind === 'declined' || answer.kind === 'released')) return
  const duplicate = known ?? (await recordRelease(tx, await insertDuplicate(tx, hold, intentId, at), at))
  await recordTold({ ...recording, hold: duplicate }, answer)
}

async function recordTold(recording: Recording, answer: Told): Promise<unknown> {
  // One statement names it and makes it live.
  if (answer.kind === 'live') return recordLive(recording, answer)
  const known = { ...recording, hold: await nameIntent(recording, answer.intentId) }
  switch (answer.kind) {
    case 'requires_action':
      return recordRequiresAction(known)
    case 'declined':
      return recordDeclined(known, answer)
    case 'captured':
      return recordCaptured(known, answer)
    case 'released':
      return recordReleased(known, answer.lapsed)
  }
}

async function recordRequiresAction(recording: Recording): Promise<HoldRow> {
  const { tx, hold, appointment, at } = recording
  if (ended.includes(hold.status)) return recordRelease(tx, hold, at)
  if (hold.status !== 'requested') return hold
  if (appointment.state !== 'claimed' && appointment.state !== 'booked') return recordRelease(tx, hold, at)
  return recordHoldChange(tx, hold, { to: 'requires_action', at, movement: null })
}

async function recordDeclined(
  recording: Recording,
  answer: Extract<Told, { kind: 'declined' }>,
): Promise<HoldRow> {
  const { tx, hold, at } = recording
  if (!asked.includes(hold.status)) return hold
  const declined = await recordHoldChange(tx, hold, {
    to: 'declined',
    at,
    set: { refusal_sentence: answer.sentence, settled_at: at },
    movement: {
      kind: hold.purpose === 'charge' ? 'capture_declined' : 'hold_declined',
      amountCents: hold.amount_cents,
    },
  })
  if (hold.purpose === 'booking') await releaseClaim(recording.tx, recording.appointment.id)
  if (hold.purpose === 'renewal' || hold.purpose === 'charge') {
    await recordFailedTry(recording.tx, recording.context, recording.appointment, declined, answer)
  }
  return declined
}

async function recordReleased(recording: Recording, lapsed: boolean): Promise<HoldRow> {
  const { tx, hold, at } = recording
  if (ended.includes(hold.status) || hold.status === 'captured') return hold
  if (hold.status === 'refunding' || hold.status === 'refunded') return hold
  const isLapse = lapsed && inForce.includes(hold.status)
  const released = await recordHoldChange(tx, hold, {
    to: isLapse ? 'lapsed' : 'released',
    at,
    set: { settled_at: at },
    movement: { kind: isLapse ? 'hold_lapsed' : 'hold_released', amountCents: hold.amount_cents },
  })
  if (hold.purpose === 'booking') await releaseClaim(recording.tx, recording.appointment.id)
  return released
}

/**
 * Gives up a hold, read as it was before the provider said that it knows nothing of it. Should it still arrive there, its own news
 * brings it back and it is released.
 */
export async function recordNeverPlaced(context: Context, before: HoldRow): Promise<void> {
  await context.database.transaction(async (tx) => {
    const recording = await takeRecording(tx, context, before)
    const { hold, at } = recording
    // An answer came in between.
    if (hold.provider_intent_id !== before.provider_intent_id) return
    if (!asked.includes(hold.status) && hold.status !== 'releasing') return
    const ending = hold.status === 'releasing' ? hold : await recordRelease(tx, hold, at)
    await recordReleased({ ...recording, hold: ending }, false)
  })
}
