import type { LedgerMovement } from './payment-state.ts'

/**
 * The states of a hold. States in -ing are commands that the card provider has not confirmed yet. `released`,
 * `lapsed` and `declined` hold nothing; `lapsed` means that the provider ended the hold by itself. `refunded`
 * is settled: refunded by us, or returned by the bank after a dispute.
 */
export const holdStates = [
  'requested',
  'requires_action',
  'live',
  'capturing',
  'captured',
  'refunding',
  'refunded',
  'releasing',
  'released',
  'lapsed',
  'declined',
] as const
export type HoldState = (typeof holdStates)[number]

/**
 * The events of a hold: our three decisions, then the card provider's events. `unwanted`: the appointment no
 * longer needs the money when the event is recorded. `captured_as_fee`: the appointment is cancelled, and its
 * fee is due. `refunded_to_fee`: the rest of such a capture went back. `refund_dropped`: a dispute has
 * returned the payment, so the refund is not made; `refund_dropped_in_part`: it returned a part.
 * `never_placed`: the provider knows no such hold, and the request for it was given up.
 */
export const holdEvents = [
  'release_decided',
  'capture_decided',
  'refund_decided',
  'action_required',
  'action_required_unwanted',
  'placed',
  'placed_unwanted',
  'declined',
  'captured',
  'captured_unwanted',
  'captured_as_fee',
  'refunded_in_part',
  'refunded_to_fee',
  'refunded_in_full',
  'refund_dropped_in_part',
  'refund_dropped',
  'released',
  'lapsed',
  'never_placed',
] as const
export type HoldEvent = (typeof holdEvents)[number]

/**
 * The other writes of a transition, in the same transaction. `release_other_holds` comes before the change,
 * because the database allows one hold in force. `serve_purpose` confirms the appointment, or gives it its
 * new package. `free_slot` ends the unpaid claim of a booking. `record_failed_attempt`, of a renewal or a
 * charge, mails the card link and marks the hold failed after the last one. `end_authorization` ends the
 * customer's permission of a booking whose hold was never seen live before. `go_on_capturing`: once the
 * price is captured, the extra amount is; then the appointment is complete. `charge_fee`: the fee of a
 * cancelled appointment is charged on the saved card once no hold is left to take it from.
 */
export type HoldEffect =
  | 'release_other_holds'
  | 'serve_purpose'
  | 'free_slot'
  | 'record_failed_attempt'
  | 'go_on_capturing'
  | 'end_authorization'
  | 'charge_fee'

/** The next state, the ledger rows that are written with it, in order, and its effects. */
export type HoldTransition = {
  to: HoldState
  movements: readonly LedgerMovement[]
  effects: readonly HoldEffect[]
}

/** `unchanged`: a late, repeated or out-of-order event without effect. `impossible`: a bug; refused. */
export type HoldOutcome = HoldTransition | 'unchanged' | 'impossible'

const to = (
  state: HoldState,
  movements: readonly LedgerMovement[] = [],
  effects: readonly HoldEffect[] = [],
): HoldTransition => ({ to: state, movements, effects })

const releasing = to('releasing', ['release_requested'])
const placed = to('live', ['hold_placed'], ['release_other_holds', 'serve_purpose'])
const placedUnwanted = to('releasing', ['hold_placed', 'release_requested'], ['end_authorization'])
const declined = to('declined', ['hold_declined'], ['free_slot', 'record_failed_attempt'])
const captured = to('captured', ['captured'], ['release_other_holds', 'go_on_capturing'])
const capturedUnwanted = to('refunding', ['captured', 'refund_requested'], ['end_authorization'])
const capturedAsFee = to('captured', ['captured'], ['release_other_holds'])
const refunded = to('refunded', ['refunded'])
const refundDecided = to('refunding', ['refund_requested'])
const refundedInPart = (state: HoldState) => to(state, ['refunded'])
const released = to('released', ['hold_released'], ['free_slot', 'charge_fee'])
const lapsed = to('lapsed', ['hold_lapsed'], ['free_slot', 'charge_fee'])
const givenUp = to('released', ['release_requested', 'hold_released'], ['free_slot', 'charge_fee'])

/** Default outcomes of the provider's events. A state's own row overrides them. */
const money = {
  captured,
  captured_unwanted: capturedUnwanted,
  captured_as_fee: capturedAsFee,
  refunded_in_part: 'impossible',
  refunded_to_fee: 'impossible',
  refunded_in_full: 'impossible',
  refund_dropped_in_part: 'impossible',
  refund_dropped: 'impossible',
} as const
const noDecision = {
  release_decided: 'impossible',
  capture_decided: 'impossible',
  refund_decided: 'impossible',
} as const

/** A hold was requested from the card provider, or waits for the customer's confirmation. */
const asked = {
  ...noDecision,
  ...money,
  release_decided: releasing,
  placed,
  placed_unwanted: placedUnwanted,
  declined,
  released,
  // A hold that was never seen live cannot lapse: its request ended.
  lapsed: released,
  never_placed: givenUp,
} as const

/**
 * A payment that arrives after its hold ended is returned, unless it was charged and the appointment is due.
 */
const ended = {
  ...noDecision,
  ...money,
  action_required: releasing,
  action_required_unwanted: releasing,
  placed: placedUnwanted,
  placed_unwanted: placedUnwanted,
  declined: 'unchanged',
  released: 'unchanged',
  lapsed: 'unchanged',
  never_placed: 'unchanged',
} as const

/** After a charge only a refund changes a hold. */
const charged = {
  ...noDecision,
  action_required: 'unchanged',
  action_required_unwanted: 'unchanged',
  placed: 'unchanged',
  placed_unwanted: 'unchanged',
  declined: 'unchanged',
  captured: 'unchanged',
  captured_unwanted: 'unchanged',
  captured_as_fee: 'unchanged',
  refunded_in_full: refunded,
  refund_dropped_in_part: 'unchanged',
  refund_dropped: 'unchanged',
  released: 'unchanged',
  lapsed: 'unchanged',
  never_placed: 'unchanged',
} as const

/** The amount is held. */
const inForce = {
  ...noDecision,
  ...money,
  release_decided: releasing,
  action_required: 'unchanged',
  action_required_unwanted: 'unchanged',
  placed: 'unchanged',
  placed_unwanted: 'unchanged',
  declined: 'unchanged',
  released,
  lapsed,
  never_placed: 'unchanged',
} as const

/**
 * Transition table: every state of a hold with every event. The server changes a hold only through it
 * (`server/holds/transitions`). The card provider's events are final: late, repeated and out-of-order ones
 * are recorded too.
 */
export const holdTransitions: Readonly<Record<HoldState, Readonly<Record<HoldEvent, HoldOutcome>>>> = {
  requested: {
    ...asked,
    action_required: to('requires_action'),
    action_required_unwanted: releasing,
  },
  requires_action: { ...asked, action_required: 'unchanged', action_required_unwanted: 'unchanged' },
  live: { ...inForce, capture_decided: to('capturing', ['capture_requested']) },
  capturing: {
    ...inForce,
    released: to('released', ['hold_released'], ['free_slot', 'go_on_capturing', 'charge_fee']),
    lapsed: to('lapsed', ['hold_lapsed'], ['free_slot', 'go_on_capturing', 'charge_fee']),
  },
  captured: {
    ...charged,
    refund_decided: refundDecided,
    refunded_in_part: refundedInPart('captured'),
    refunded_to_fee: refundedInPart('captured'),
  },
  refunding: {
    ...charged,
    refunded_in_part: refundedInPart('refunding'),
    refunded_to_fee: to('captured', ['refunded'], ['release_other_holds']),
    refund_dropped_in_part: to('refunding', ['refund_dropped']),
    refund_dropped: to('refunded', ['refund_dropped']),
  },
  refunded: {
    ...charged,
    // The bank gave the amount back after its refund was dropped.
    refund_decided: refundDecided,
    refunded_in_part: refundedInPart('refunded'),
    refunded_to_fee: refundedInPart('refunded'),
  },
  releasing: {
    ...noDecision,
    ...money,
    // A duplicate payment is inserted in this state, and its release is decided then.
    release_decided: releasing,
    action_required: 'unchanged',
    action_required_unwanted: 'unchanged',
    placed: to('releasing', ['hold_placed'], ['end_authorization']),
    placed_unwanted: to('releasing', ['hold_placed'], ['end_authorization']),
    declined: 'unchanged',
    released,
    lapsed: released,
    never_placed: released,
  },
  released: ended,
  lapsed: ended,
  declined: ended,
}

/** The outcome of an event. Throws for an impossible or unknown state and event. */
export function nextHoldState(state: HoldState, event: HoldEvent): HoldTransition | 'unchanged' {
  const outcome = holdEvents.includes(event) ? holdTransitions[state]?.[event] : undefined
  if (outcome === undefined || outcome === 'impossible')
    throw new Error(`a hold that is ${state} cannot take the event ${event}`)
  return outcome
}

/**
 * The card provider was asked to place the hold, or the customer to confirm it. Of one appointment at most
 * one hold for the price and one for the extra amount.
 */
export const askedStates: readonly HoldState[] = ['requested', 'requires_action']
/**
 * The hold can be, is being or was charged. Of one appointment at most one hold for the price and one for
 * the extra amount.
 */
export const statesInForce: readonly HoldState[] = ['live', 'capturing', 'captured']
/** A command that the card provider has not confirmed yet. */
export const openStates: readonly HoldState[] = [...askedStates, 'capturing', 'refunding', 'releasing']
