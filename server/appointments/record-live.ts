import { canChange } from '../../contract/appointments/appointment-states.ts'
import { holdColumns } from '../database/columns.ts'
import { leaveToCommit } from '../database/transaction.ts'
import { asked, ended } from '../payments/hold-statuses.ts'
import { recordHoldChange, recordRelease } from '../payments/record-hold.ts'
import { applyPackage } from './apply-package.ts'
import {
  endUnseenBooking,
  nameIntent,
  placedBy,
  releaseOthers,
  seenBy,
  type Live,
  type Recording,
} from './hold-recording.ts'
import { openHoldsOf } from './hold-queries.ts'
import { tellCustomer } from './tell-customer.ts'

/** What a live hold is good for, given the appointment as it is now; null when nobody wants it any more. */
async function findUse(recording: Recording): Promise<(() => Promise<void>) | null> {
  const { tx, context, appointment, hold, at, shopAndPackage } = recording
  switch (hold.purpose) {
    case 'booking':
      if (appointment.state !== 'claimed') return null
      return async () => {
        const change = { state: 'booked', claim_expires_at: null } as const
        const confirming = tx
          .updateTable('appointments')
          .set(change)
          .where('id', '=', appointment.id)
          .execute()
        await leaveToCommit(tx, confirming)
        const booked = { ...appointment, ...change }
        await tellCustomer(tx, context, booked, { kind: 'appointment_confirmed' }, { shopAndPackage })
      }
    case 'renewal':
    case 'confirmation':
      return appointment.state === 'booked' && hold.amount_cents >= appointment.price_cents
        ? async () => {}
        : null
    case 'package':
      if (!canChange(appointment.state, appointment.starts_at.getTime(), at.getTime())) return null
      return applyPackage(tx, context, appointment, hold)
    case 'charge':
    case 'duplicate':
      return null
  }
}

/** An appointment whose card had failed has a good one. */
async function endFailure({ tx, appointment }: Recording): Promise<void> {
  if (appointment.hold_failed_at === null) return
  await tx
    .updateTable('appointments')
    .set({ hold_failed_at: null })
    .where('id', '=', appointment.id)
    .execute()
}

/** Writes down that the amount is held: it takes the place of the hold before it, or goes back when nobody wants it any more. */
export async function recordLive(recording: Recording, answer: Live): Promise<unknown> {
  const { tx, hold, at } = recording
  if (hold.status === 'live') {
    // The provider may move the hour until which it holds.
    return tx
      .updateTable('holds')
      .set(seenBy(hold, answer, at))
      .where('id', '=', hold.id)
      .returning(holdColumns)
      .executeTakeFirstOrThrow()
  }
  const isOpen = asked.includes(hold.status) || ended.includes(hold.status) || hold.status === 'releasing'
  if (!isOpen) return nameIntent(recording, answer.intentId)
  const isAsked = asked.includes(hold.status)
  const { inForce } = openHoldsOf(recording.holds)
  // While another hold is being charged, no other may take its place.
  const use = isAsked && inForce?.status !== 'capturing' ? await findUse(recording) : null
  if (use) await releaseOthers(recording)
  const placed = placedBy(hold, answer, at)
  if (use) {
    await leaveToCommit(tx, recordHoldChange(tx, hold, { ...placed, to: 'live' }))
    await endFailure(recording)
    return use()
  }
  // Nobody wants it any more: it is written down as placed, and goes back.
  const unwanted = await recordHoldChange(tx, hold, { ...placed, to: 'releasing' })
  await endUnseenBooking(recording)
  return hold.status === 'releasing' ? unwanted : recordRelease(tx, unwanted, at)
}
