import type { Queryable } from '../database/open-database.ts'
import type { HoldStatus } from '../database/tables.ts'
import type { HoldRow } from '../payments/record-hold.ts'

const open: readonly HoldStatus[] = ['requested', 'requires_action', 'live', 'capturing', 'captured']

/** The holds of an appointment that are asked for, live or charged: at most one that is asked for and one in force. */
export async function listOpenHolds(db: Queryable, appointmentId: string): Promise<HoldRow[]> {
  return db
    .selectFrom('holds')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', [...open])
    .execute()
}

/** The hold whose card was accepted last: that card is the saved one. Undefined when none ever was. */
export async function findSavedCard(db: Queryable, appointmentId: string): Promise<HoldRow | undefined> {
  return db
    .selectFrom('holds')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('live_at', 'is not', null)
    .orderBy('live_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
