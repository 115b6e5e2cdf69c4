import type { Updateable } from 'kysely'
import { nextHoldState, type HoldEvent, type HoldTransition } from '../../contract/payments/hold-states.ts'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import type { HoldRow } from '../database/rows.ts'
import type { Queryable } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { isChargedAtOnce, recordHoldChange } from './record-hold.ts'

/** The facts of a change that the table of transitions does not hold. */
export type ChangeDetails = {
  /** Columns that the event fills in. */
  set?: Updateable<Tables['holds']>
  /** Cents that move; the amount of the hold where nothing else is said. */
  amountsCents?: Partial<Record<LedgerMovement, number>>
  actorId?: string | null
}

/** Changes the row of a hold, and writes its ledger rows, one statement for each. */
export async function changeHold(
  tx: Queryable,
  hold: HoldRow,
  { to, movements }: HoldTransition,
  { at, set = {}, amountsCents = {}, actorId = null }: ChangeDetails & { at: Date },
): Promise<HoldRow> {
  const recorded = movements
    // A hold is placed once, however often its news comes.
    .filter((movement) => movement !== 'hold_placed' || hold.live_at === null)
    .map((movement) => ({
      kind: movement === 'hold_declined' && isChargedAtOnce(hold) ? ('capture_declined' as const) : movement,
      amountCents: amountsCents[movement] ?? hold.amount_cents,
    }))
    .filter(({ amountCents }) => amountCents > 0)
  const [first = null, ...others] = recorded
  let changed = await recordHoldChange(tx, hold, { to, at, set, movement: first, actorId })
  for (const movement of others) {
    changed = await recordHoldChange(tx, changed, { to, at, movement, actorId })
  }
  return changed
}

/** Decides that a hold ends. The command to the card provider follows after the transaction. */
export async function decideRelease(
  tx: Queryable,
  hold: HoldRow,
  at: Date,
  actorId: string | null = null,
): Promise<HoldRow> {
  return decide(tx, hold, 'release_decided', { at, actorId })
}

/**
 * Decides that `amountCents` of a live hold are captured. The command to the card provider follows after the
 * transaction.
 */
export async function decideCapture(
  tx: Queryable,
  hold: HoldRow,
  capture: { amountCents: number; at: Date; actorId: string | null },
): Promise<HoldRow> {
  const { amountCents, at, actorId } = capture
  return decide(tx, hold, 'capture_decided', {
    at,
    actorId,
    set: { capture_cents: amountCents },
    amountsCents: { capture_requested: amountCents },
  })
}

/**
 * Decides that the refundable part of a captured hold (`findRefundable`) goes back. The command to the card
 * provider follows after the transaction.
 */
export async function decideRefund(
  tx: Queryable,
  hold: HoldRow,
  refund: { amountCents: number; at: Date; actorId: string | null },
): Promise<HoldRow> {
  const { amountCents, at, actorId } = refund
  return decide(tx, hold, 'refund_decided', {
    at,
    actorId,
    amountsCents: { refund_requested: amountCents },
  })
}

async function decide(
  tx: Queryable,
  hold: HoldRow,
  event: Extract<HoldEvent, `${string}_decided`>,
  details: ChangeDetails & { at: Date },
): Promise<HoldRow> {
  const transition = nextHoldState(hold.status, event)
  return transition === 'unchanged' ? hold : changeHold(tx, hold, transition, details)
}
