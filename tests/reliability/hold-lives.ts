import { attemptsAfterMove, planHold } from '../../contract/payments/hold-plan.ts'
import { bookingLeadDays, bookingWindow, weekdaysOfWindow } from '../../contract/slots/booking-window.ts'
import { startMinutes } from '../../contract/slots/free-slots.ts'
import { instantOfWallTime } from '../../contract/time.ts'
import { NETWORK_RULES } from '../../sandbox/card-processor/network-rules.ts'
import type { Side } from '../../sandbox/card-processor/network-rules.ts'
import type { CardBrand } from '../../sandbox/card-processor/test-cards.ts'
import type { Chance } from './chance.ts'

const hour = 3_600_000
const day = 24 * hour
const zone = 'America/Los_Angeles'

/** One appointment and its card, drawn before it is known whether the card is granted extended holds. */
export type Life = {
  bookedAt: number
  startsAt: number
  jobHours: number
  moves: readonly { at: number; startsAt: number }[]
  brand: CardBrand
  isDebit: boolean
  /** Whether the bank wants 3-D Secure when the customer is absent. */
  refusesOffSession: boolean
  /** Hours from a mailed card link to the customer's confirmation; null where they never answer. */
  answersAfter: number | null
  /** From 0 to 1: the card is granted extended holds if the granted share is above it. */
  rank: number
}

/** Assumptions about the market; the figures do not depend much on them, but the shares do. */
const networks: readonly CardBrand[] = [
  ...Array.from({ length: 12 }, () => 'visa' as const),
  ...Array.from({ length: 5 }, () => 'mastercard' as const),
  ...Array.from({ length: 2 }, () => 'amex' as const),
  'discover',
]
const debitShare = 0.4
const refusingShare = 0.1
const answeringShare = 0.7
const deskShare = 0.15
const movedShare = 0.15

/** A start of a weekday from `leadDays` after that day on, as the calendar of a shop offers it. */
function drawStart(now: number, leadDays: number, chance: Chance): number {
  const weekdays = weekdaysOfWindow(bookingWindow(now, zone, leadDays))
  const start = instantOfWallTime(chance.pick(weekdays), chance.pick(startMinutes), zone)
  if (start === null) throw new Error('shops open at times that exist on every day')
  return start > now ? start : start + 7 * day
}

export function drawLife(chance: Chance): Life {
  const bookedAt = Date.UTC(2027, 0, 1) + chance.below(365 * 24 * 60) * 60_000
  // Customers book a week ahead at least; the desk is free to.
  const leadDays = chance.happens(deskShare) ? 0 : bookingLeadDays
  const startsAt = drawStart(bookedAt, leadDays, chance)
  const moves = chance.happens(movedShare) ? [drawMove(bookedAt, startsAt, chance)] : []
  return {
    bookedAt,
    startsAt,
    jobHours: chance.pick([3, 4, 5]),
    moves,
    brand: chance.pick(networks),
    isDebit: chance.happens(debitShare),
    refusesOffSession: chance.happens(refusingShare),
    answersAfter: chance.happens(answeringShare) ? chance.between(1, 36) : null,
    rank: chance.next(),
  }
}

function drawMove(bookedAt: number, startsAt: number, chance: Chance): Life['moves'][number] {
  const at = bookedAt + chance.next() * (startsAt - bookedAt)
  return { at, startsAt: drawStart(at, chance.pick([1, bookingLeadDays]), chance) }
}

/** Lifetime of a hold in milliseconds, by the stand-in's table. */
type Lifetime = (life: Life, side: Side) => number

const standardMs: Lifetime = ({ brand }, side) => NETWORK_RULES[brand].standard[side] * 1000

function extendedMs(brand: CardBrand, side: Side): number | null {
  const seconds = NETWORK_RULES[brand].extended[side]
  return seconds === null ? null : seconds * 1000
}

/** The given share of cards is granted; a network without extended holds for this trade has Mastercard's. */
export function grantedShare(share: number): Lifetime {
  return (life, side) => {
    if (life.rank >= share) return standardMs(life, side)
    const hasOwn = extendedMs(life.brand, 'onSession') !== null
    return extendedMs(hasOwn ? life.brand : 'mastercard', side) ?? standardMs(life, side)
  }
}

/** As the provider documents it for this trade, and without debit cards. */
export const grantedAsDocumented: Lifetime = (life, side) =>
  (life.isDebit ? null : extendedMs(life.brand, side)) ?? standardMs(life, side)

export type LifeFigures = {
  /** Fresh holds that the renewal job placed. */
  renewals: number
  /** Mails with a link to confirm the card with the bank. */
  linkMails: number
  /** Whether the first hold lived to the end, with the margin of the plan. */
  isHeldThroughout: boolean
  /** Whether a hold was live at the job's end. */
  isHeldAtEnd: boolean
}

/**
 * Lives through one appointment by the plan that the renewal job follows. The plan takes `believed` for the
 * end of a hold placed at an instant: the provider's own, unless a control replaces it.
 */
export function liveThrough(
  life: Life,
  lifetime: Lifetime,
  believed: (placedAt: number, end: number) => number = (_placedAt, end) => end,
): LifeFigures {
  const figures: LifeFigures = { renewals: 0, linkMails: 0, isHeldThroughout: false, isHeldAtEnd: false }
  let { startsAt } = life
  let endsAt = startsAt + life.jobHours * hour
  let attemptedAt: number | null = null
  let hold = place(life.bookedAt, 'onSession')
  let holds = 1
  let confirmsAt = Number.POSITIVE_INFINITY
  const moves = [...life.moves]

  function place(at: number, side: Side): { end: number; believedEnd: number } {
    const end = at + lifetime(life, side)
    return { end, believedEnd: believed(at, end) }
  }
  const planAt = (now: number) =>
    planHold({
      captureBefore: hold.believedEnd > now ? hold.believedEnd : null,
      startsAt,
      endsAt,
      attemptedAt,
      now,
    })

  let now = life.bookedAt
  for (let step = 0; step < 50; step++) {
    const plan = planAt(now)
    const attemptAt = plan.kind === 'renew' ? Math.max(plan.at, now) : Number.POSITIVE_INFINITY
    const moveAt = moves[0]?.at ?? Number.POSITIVE_INFINITY
    now = Math.min(attemptAt, moveAt, confirmsAt)
    if (now >= endsAt) break
    if (now === moveAt) {
      startsAt = moves.shift()?.startsAt ?? startsAt
      endsAt = startsAt + life.jobHours * hour
      attemptedAt = attemptsAfterMove.attemptedAt
    } else if (now === confirmsAt) {
      confirmsAt = Number.POSITIVE_INFINITY
      if (now < startsAt && planAt(now).kind !== 'kept') {
        hold = place(now, 'onSession')
        holds += 1
      }
    } else {
      attemptedAt = now
      if (life.refusesOffSession) {
        figures.linkMails += 1
        if (life.answersAfter !== null) confirmsAt = Math.min(confirmsAt, now + life.answersAfter * hour)
      } else {
        hold = place(now, 'offSession')
        holds += 1
        figures.renewals += 1
      }
    }
  }
  figures.isHeldAtEnd = hold.end >= endsAt
  figures.isHeldThroughout = holds === 1 && figures.isHeldAtEnd
  return figures
}
