import { sql } from 'kysely'
import type { AppointmentState } from '../../contract/appointments/appointment-states.ts'
import type { Context } from '../context.ts'
import { isRowRefused } from '../database/database-errors.ts'
import type { Queryable } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'
import { leaveToCommit } from '../database/transaction.ts'
import type { Payer } from '../payments/provider-customer.ts'
import type { HoldRow } from '../payments/record-hold.ts'
import { recordPlaced } from '../payments/record-holds.ts'
import { shareQuestions } from '../share-questions.ts'
import type { HoldAndState } from './hold-queries.ts'
import { placedBy, type Live } from './hold-recording.ts'
import { tellCustomers, type MailedAppointment, type ShopAndPackage } from './tell-customer.ts'

/** A claim as this process has just written it, with its hold, whoever pays, and what a mail about it says of shop and package. */
export type FreshClaim = {
  appointment: MailedAppointment
  hold: HoldRow
  payer: Payer
  shopAndPackage: ShopAndPackage
}

type Change = { from: AppointmentState; to: AppointmentState }

/** Of a row that is in another state by now the new one is null, which the database refuses. */
const changeState = statement((tx, { id, from, to }: Change & { id: string }) =>
  tx
    .updateTable('appointments')
    .set({ state: sql<AppointmentState>`case state when ${from} then ${to} end`, claim_expires_at: null })
    .where('id', '=', id),
)

const changeStates = statement(
  (_tx, { ids, from, to }: Change & { ids: string[] }) => sql<object>`
    update appointments set state = case state when ${from} then ${to} end, claim_expires_at = null
      where id = any (${ids}::uuid[])`,
)

type Confirming = { claim: FreshClaim; answer: Live }

function bookClaims(tx: Queryable, [first = '', ...others]: readonly string[]): Promise<object[]> {
  const change = { from: 'claimed', to: 'booked' } as const
  return others.length === 0
    ? changeState(tx, { id: first, ...change })
    : changeStates(tx, { ids: [first, ...others], ...change })
}

/**
 * Books all of them in one transaction, or none. Their holds as they are then, by number. Nobody else changes several claims at once, so
 * that no two wait for each other, whatever the order in which the database comes to them.
 */
async function confirmAll(
  context: Context,
  lot: readonly Confirming[],
): Promise<ReadonlyMap<string, HoldAndState>> {
  const at = new Date(context.clock.now())
  const { changing } = await context.database.transaction(async (tx) => {
    // The appointments' rows first, as everywhere: whoever looks at their holds waits for them.
    await leaveToCommit(
      tx,
      bookClaims(
        tx,
        lot.map(({ claim }) => claim.appointment.id),
      ),
    )
    const placings = lot.map(({ claim: { hold }, answer }) => ({ hold, change: placedBy(hold, answer, at) }))
    const changing = recordPlaced(tx, placings)
    await leaveToCommit(tx, changing)
    const news = { kind: 'appointment_confirmed' } as const
    await tellCustomers(
      tx,
      context,
      lot.map(({ claim: { appointment, shopAndPackage } }) => ({ appointment, news, shopAndPackage })),
    )
    return { changing }
  })
  const holds = await changing
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
