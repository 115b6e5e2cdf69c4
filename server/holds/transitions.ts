import {
  nextHoldState,
  type HoldEffect,
  type HoldEvent,
  type HoldTransition,
} from '../../contract/payments/hold-states.ts'
import type { HoldRow } from '../database/rows.ts'
import { answersOf } from '../database/transaction.ts'
import { releaseClaim } from './appointment-state.ts'
import { changeHold, type ChangeDetails } from './change-hold.ts'
import { chargeFee, goOnCapturing, releaseOtherHolds } from './hold-effects.ts'
import type { HoldUpdate } from './hold-update.ts'
import { recordFailedAttempt } from './record-failed-attempt.ts'
import { recordEndOfAuthorization } from './record-hold.ts'

/** The facts of one event that the table of transitions does not hold. */
type EventDetails = ChangeDetails & {
  /** The effect `serve_purpose`. */
  servePurpose?: () => Promise<void>
  /** For the effect `record_failed_attempt`. */
  refusal?: { sentence: string; wantsPerson: boolean }
}

/**
 * Changes a hold by the table of transitions (`contract/payments/hold-states.ts`), with its ledger rows and
 * its effects. Returns the hold as it is then; an event that changes nothing returns it as it was.
 */
export async function applyHoldEvent(
  update: HoldUpdate,
  event: HoldEvent,
  details: EventDetails = {},
): Promise<HoldRow> {
  const transition = nextHoldState(update.hold.status, event)
  if (transition === 'unchanged') return update.hold
  if (transition.effects.includes('release_other_holds')) await releaseOtherHolds(update)
  const changing = changeHold(update.tx, update.hold, transition, { ...details, at: update.at })
  // Sent together: the purpose is served without reading the changed hold.
  const [hold] = await answersOf(changing, servePurpose(transition, details))
  for (const effect of transition.effects) await carryOut(effect, { ...update, hold }, update.hold, details)
  return hold
}

async function servePurpose({ effects }: HoldTransition, details: EventDetails): Promise<void> {
  if (!effects.includes('serve_purpose')) return
  if (!details.servePurpose) throw new Error('a placed hold has no purpose')
  return details.servePurpose()
}

async function carryOut(
  effect: HoldEffect,
  update: HoldUpdate,
  before: HoldRow,
  { refusal }: EventDetails,
): Promise<void> {
  const { tx, context, appointment, hold, at } = update
  switch (effect) {
    // These two are carried out with the change itself.
    case 'release_other_holds':
    case 'serve_purpose':
      return
    case 'free_slot':
      if (hold.purpose === 'booking') await releaseClaim(tx, appointment.id)
      return
    case 'record_failed_attempt':
      if (!refusal) throw new Error(`the declined hold ${hold.id} has no refusal`)
      if (hold.purpose === 'renewal' || hold.purpose === 'charge')
        await recordFailedAttempt(tx, context, appointment, hold, refusal)
      return
    case 'go_on_capturing':
      return goOnCapturing(update)
    case 'charge_fee':
      return chargeFee(update)
    case 'end_authorization':
      if (before.purpose === 'booking' && before.live_at === null)
        await recordEndOfAuthorization(tx, hold, { priceCents: hold.amount_cents, at, actorId: null })
      return
  }
}
