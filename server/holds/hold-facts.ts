import { sql } from 'kysely'
import { isCardLinkOpen } from '../../contract/payments/card-confirmation.ts'
import { holdMarginHours, type HoldFacts } from '../../contract/payments/hold-plan.ts'
import type { AppointmentRow } from '../database/rows.ts'
import type { OpenHolds } from './hold-queries.ts'
import { isHoldOfPrice } from '../payments/price/extra-purposes.ts'

type Known = Pick<AppointmentRow, 'starts_at' | 'ends_at' | 'hold_attempted_at'>

/**
 * The end of the hold in force, in epoch milliseconds; null without such a hold, or if the provider does
 * not state it.
 */
export function captureBeforeOf({ inForce }: OpenHolds): number | null {
  return inForce?.capture_before?.getTime() ?? null
}

/**
 * Whether a hold `h` outlives its appointment `a` by the margin, in a query: while it is live, `kept` in the
 * hold plan. A hold of the extra amount does not cover the price.
 */
export const outlivesJob = sql<boolean>`${isHoldOfPrice}
  and h.capture_before >= a.ends_at + make_interval(hours => ${holdMarginHours})`

/** The facts of an unpaid appointment for the hold plan. Instants in epoch milliseconds. */
export function factsOf(appointment: Known, captureBefore: number | null, now: number): HoldFacts {
  return {
    captureBefore,
    startsAt: appointment.starts_at.getTime(),
    endsAt: appointment.ends_at.getTime(),
    attemptedAt: appointment.hold_attempted_at?.getTime() ?? null,
    now,
  }
}

/** Whether the mailed link to confirm the card of an appointment opens at an instant. */
export function isLinkOpen(
  appointment: Pick<AppointmentRow, 'state' | 'pays_by' | 'ends_at' | 'card_link_until'>,
  now: number,
): boolean {
  const { state, ends_at: endsAt, card_link_until: openUntil } = appointment
  if (appointment.pays_by === 'at_shop') return false
  return isCardLinkOpen({ state, endsAt: endsAt.getTime(), openUntil: openUntil?.getTime() ?? null }, now)
}
