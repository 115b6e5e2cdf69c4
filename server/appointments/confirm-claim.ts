import { sql } from 'kysely'
import type { AppointmentState } from '../../contract/appointments/appointment-states.ts'
import type { Context } from '../context.ts'
import { isRowRefused } from '../database/database-errors.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'
import { leaveToCommit } from '../database/transaction.ts'
import type { Payer } from '../payments/provider-customer.ts'
import { recordHoldChange, type HoldRow } from '../payments/record-hold.ts'
import { shareQuestions } from '../share-questions.ts'
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

type Confirming = { claim: FreshClaim; answer: Live }

/** Writes one down; its hold as it is then, once the transaction has been committed. */
async function confirmIn(
  tx: Queryable,
  context: Context,
  { claim: { appointment, hold, shopAndPackage }, answer }: Confirming,
): Promise<{ changing: Promise<HoldRow> }> {
  // The appointment's row first, as everywhere: whoever looks at its holds waits for it.
  await leaveToCommit(tx, changeState(tx, { id: appointment.id, from: 'claimed', to: 'booked' }))
  const placed = placedBy(hold, answer, new Date(context.clock.now()))
  const changing = recordHoldChange(tx, hold, { ...placed, to: 'live' })
  await leaveToCommit(tx, changing)
  await tellCustomer(tx, context, appointment, { kind: 'appointment_confirmed' }, { shopAndPackage })
  return { changing }
}

/** Books all of them in one transaction, or none. Their holds as they are then, by number. */
async function confirmAll(
  context: Context,
  lot: readonly Confirming[],
): Promise<ReadonlyMap<string, HoldAndState>> {
  const changes = await context.database.transaction(async (tx) => {
    const made: Promise<HoldRow>[] = []
    // Of two who lock rows in the same order, neither has one that the other waits for while it waits itself.
    for (const one of lot.toSorted((a, b) => (a.claim.appointment.id < b.claim.appointment.id ? -1 : 1))) {
      const { changing } = await confirmIn(tx, context, one)
      made.push(changing)
    }
    return made
  })
  const holds = await Promise.all(changes)
  return new Map(holds.map((hold) => [hold.id, { ...hold, appointment_state: 'booked' }]))
}

/** Those whose answers come while others are being written down are written down together, in one transaction. */
const confirmTogether = shareQuestions<Confirming, HoldAndState | null>({
  keyOf: ({ claim }) => claim.hold.id,
  ask: async (context, lot) => {
    try {
      const booked = await confirmAll(context, lot)
      return lot.map(({ claim }) => booked.get(claim.hold.id) ?? null)
    } catch (error) {
      // Nobody fails with somebody else: each goes on by itself.
      if (lot.length > 1 || isRowRefused(error)) return lot.map(() => null)
      throw error
    }
  },
})

/**
 * Books a claim whose amount the provider holds, without reading anything first: the claim and its hold are what this process wrote, or the
 * database refuses all of it. Nothing else of a claim changes while it is one, and until its hold has an answer no other belongs to it.
 * The hold as it is then; null, with nothing written, when somebody else was first, or when one of those that
 * were to be written down with it could not be: what is there has to be looked at (`recordHoldAnswer`).
 */
export async function confirmClaim(
  context: Context,
  claim: FreshClaim,
  answer: Live,
): Promise<HoldAndState | null> {
  return confirmTogether(context, { claim, answer })
}
