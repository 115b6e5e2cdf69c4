import { sql } from 'kysely'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { walletOf } from '../../contract/payments/card-brand.ts'
import { planHold } from '../../contract/payments/hold-plan.ts'
import type { AppointmentRow } from '../database/rows.ts'
import { awaitsReview } from '../fitment/record-verdict.ts'
import { factsOf } from './hold-facts.ts'
import { isExtraHold, isHoldOfPrice } from '../payments/price/extra-purposes.ts'

/** A summary of an appointment's holds. Instants in epoch milliseconds. */
export type HoldSummary = {
  isLive: boolean | null
  /** Whether a hold is being requested now. */
  isAsked: boolean | null
  captureBefore: number | null
  heldCents: number | null
  /** The hold of the extra amount in force, and the instant at which it ends. */
  extraCents: number | null
  extraUntil: number | null
  lastLiveAt: number | null
  /** Charged, and refunded of that, in cents. */
  capturedCents: number | null
  refundedCents: number | null
  /** The fee of a cancelled appointment within the charged amount. */
  feeCents: number | null
  /** Whether the shop's fitment check is open, before which no hold is renewed. */
  awaitsFitment: boolean
  brand: string | null
  lastFour: string | null
  wallet: string | null
}

/** The charged card comes first, then the one that was accepted last. */
const cardOrder = sql`h.captured_cents is null, h.live_at desc`

/** The summary of an appointment's holds as one column of a query whose appointments are called `a`. */
export const holdSummary = sql<HoldSummary>`(
  select json_build_object(
    'isLive', bool_or(h.status in ('live', 'capturing') and ${isHoldOfPrice}),
    'isAsked', bool_or(h.status = 'requested' and ${isHoldOfPrice}),
    'captureBefore', (extract(epoch from max(h.capture_before) filter (where h.status in ('live', 'capturing')
      and ${isHoldOfPrice})) * 1000)::bigint,
    'heldCents', max(h.amount_cents) filter (where h.status in ('live', 'capturing') and ${isHoldOfPrice}),
    'extraCents', max(h.amount_cents) filter (where h.status in ('live', 'capturing') and ${isExtraHold}),
    'extraUntil', (extract(epoch from max(h.capture_before) filter (where h.status in ('live', 'capturing')
      and ${isExtraHold})) * 1000)::bigint,
    'capturedCents', sum(h.captured_cents) filter (where h.purpose <> 'duplicate'),
    'feeCents', sum(h.fee_cents),
    'refundedCents', sum(h.refunded_cents) filter (where h.purpose <> 'duplicate'),
    'awaitsFitment', ${awaitsReview},
    'lastLiveAt', (extract(epoch from max(h.live_at) filter (where ${isHoldOfPrice})) * 1000)::bigint,
    'brand', (array_agg(h.card_brand order by ${cardOrder}) filter (where h.live_at is not null))[1],
    'lastFour', (array_agg(h.card_last_four order by ${cardOrder}) filter (where h.live_at is not null))[1],
    'wallet', (array_agg(h.card_wallet order by ${cardOrder}) filter (where h.live_at is not null))[1])
  from holds h where h.appointment_id = a.id)`

type Known = Pick<
  AppointmentRow,
  'state' | 'pays_by' | 'starts_at' | 'ends_at' | 'hold_attempted_at' | 'hold_failed_at'
>

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** The card with its wallet, if it is from one. */
function cardOf({ brand, lastFour, wallet: type }: HoldSummary): HoldHealth['card'] {
  if (brand === null || lastFour === null) return null
  const wallet = walletOf(type)
  return { brand, lastFour, ...(wallet && { wallet }) }
}

/** Held on the card for an appointment at an instant, for the price and the extra amount, in cents. */
export function heldInAllOf(appointment: Known, summary: HoldSummary, now: number): number {
  const { heldAmount } = healthOf(appointment, summary, now)
  const isExtraLive = appointment.state === 'booked' && (summary.extraUntil ?? Number.POSITIVE_INFINITY) > now
  return Math.round((heldAmount ?? 0) * 100) + (isExtraLive ? (summary.extraCents ?? 0) : 0)
}

/** The health of an appointment's hold at an instant, by the plan that the renewal follows. */
export function healthOf(appointment: Known, summary: HoldSummary, now: number): HoldHealth {
  const card = cardOf(summary)
  const none = { liveUntil: null, heldAmount: null, renewsAt: null, awaitsFitment: false, card }
  if (appointment.state === 'claimed') return { ...none, state: 'pending' }
  if (appointment.state !== 'booked') return { ...none, state: 'none' }
  if (appointment.pays_by === 'link') return { ...none, state: 'no_card' }
  if (appointment.pays_by === 'at_shop') return { ...none, state: 'at_shop' }
  // A hold past its end holds nothing, even before the job has recorded that it lapsed.
  const isLive = summary.isLive === true && (summary.captureBefore ?? Number.POSITIVE_INFINITY) > now
  const captureBefore = isLive ? summary.captureBefore : null
  const facts = factsOf(appointment, captureBefore, now)
  const { attemptedAt } = facts
  const plan = planHold(facts)
  const heldCents = isLive ? summary.heldCents : null
  const live = { liveUntil: iso(captureBefore), heldAmount: heldCents === null ? null : heldCents / 100 }
  if (plan.kind === 'kept') return { ...none, ...live, state: 'live' }
  if (appointment.hold_failed_at !== null) return { ...none, ...live, state: 'failed' }
  const { awaitsFitment } = summary
  const renewsAt = plan.kind === 'renew' && !awaitsFitment ? iso(plan.at) : null
  const next = { ...none, ...live, renewsAt, awaitsFitment: plan.kind === 'renew' && awaitsFitment }
  const wasRefused =
    attemptedAt !== null && (summary.lastLiveAt ?? 0) < attemptedAt && summary.isAsked !== true
  if (wasRefused) return { ...next, state: 'unconfirmed' }
  return { ...next, state: isLive ? 'live' : 'saved' }
}
