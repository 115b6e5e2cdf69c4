import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import type { HoldStatus } from '../database/tables.ts'
import type { HoldAnswer } from '../payments/hold-answer.ts'
import { recordRelease, type HoldRow } from '../payments/record-hold.ts'
import type { AppointmentRow } from './appointment-row.ts'

/** What the provider said, when it said something. */
export type Told = Extract<HoldAnswer, { intentId: string | null }>

/** One answer about a hold as it is being written down: the appointment is locked, and with it all its holds. */
export type Recording = {
  tx: Queryable
  context: Context
  at: Date
  appointment: AppointmentRow
  hold: HoldRow
}

/**
 * A request to the provider that has had no answer for this long is over: whoever sent it is gone, or its time is.
 */
export const abandonedAfterMs = 30_000

export const asked: readonly HoldStatus[] = ['requested', 'requires_action']
export const ended: readonly HoldStatus[] = ['released', 'lapsed', 'declined']

/** Ends every other hold that is live or being asked for: this one takes their place. */
export async function releaseOthers({ tx, appointment, hold, at }: Recording): Promise<void> {
  const others = await tx
    .selectFrom('holds')
    .selectAll()
    .where('appointment_id', '=', appointment.id)
    .where('id', '!=', hold.id)
    .where('status', 'in', ['live', 'capturing', ...asked])
    .execute()
  for (const other of others) await recordRelease(tx, other, at)
}

/** Gives the slot of an unpaid claim back. Nothing happens to an appointment that is no claim any more. */
export async function releaseClaim(tx: Queryable, appointmentId: string): Promise<void> {
  await tx
    .updateTable('appointments')
    .set({ state: 'released', claim_expires_at: null })
    .where('id', '=', appointmentId)
    .where('state', '=', 'claimed')
    .execute()
}
