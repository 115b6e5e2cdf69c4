import { sql } from 'kysely'
import type { AppointmentState } from '../../contract/appointments/appointment-states.ts'
import type { Context } from '../context.ts'
import { isRowRefused } from '../database/database-errors.ts'
import { statement } from '../database/statement.ts'
import { leaveToCommit } from '../database/transaction.ts'
import type { Payer } from '../payments/provider-customer.ts'
import { recordHoldChange, type HoldRow } from '../payments/record-hold.ts'
import type { HoldAndState } from './hold-queries.ts'
import { placedBy, type Live } from './hold-recording.ts'
import { tellCustomer, type MailedAppointment, type ShopAndPackage } from './tell-customer.ts'

/** A claim as this process has just written it, with its hold, whoever pays, and what a mail about it says of shop and package. */
export type FreshClaim = {
  appointment: MailedAppointment
  hold: HoldRow
  payer: Payer
  shopAndPackage: ShopAndPackage
}

type Change = { id: string; from: AppointmentState; to: AppointmentState }

/** Of a row that is in another state by now the new one is null, which the database refuses. */
const changeState = statement((tx, { id, from, to }: Change) =>
  tx
    .updateTable('appointments')
    .set({ state: sql<AppointmentState>`case state when ${from} then ${to} end`, claim_expires_at: null })
    .where('id', '=', id),
)

/**
 * Books a claim whose amount the provider holds, without reading anything first: the claim and its hold are what this process wrote, or the
 * database refuses all of it. Nothing else of a claim changes while it is one, and until its hold has an answer no other belongs to it.
 * The hold as it is then; null, with nothing written, when somebody else was first: what is there has to be looked at
 * (`recordHoldAnswer`).
 */
export async function confirmClaim(
  context: Context,
  { appointment, hold, shopAndPackage }: FreshClaim,
  answer: Live,
): Promise<HoldAndState | null> {
  try {
    const { changing } = await context.database.transaction(async (tx) => {
      // The appointment's row first, as everywhere: whoever looks at its holds waits for it.
      await leaveToCommit(tx, changeState(tx, { id: appointment.id, from: 'claimed', to: 'booked' }))
      const placed = placedBy(hold, answer, new Date(context.clock.now()))
      const change = recordHoldChange(tx, hold, { ...placed, to: 'live' })
      await leaveToCommit(tx, change)
      await tellCustomer(tx, context, appointment, { kind: 'appointment_confirmed' }, { shopAndPackage })
      return { changing: change }
    })
    return { ...(await changing), appointment_state: 'booked' }
  } catch (error) {
    if (isRowRefused(error)) return null
    throw error
  }
}
