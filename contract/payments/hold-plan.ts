const hourMs = 3_600_000

/**
 * Hours before the start at which a fresh hold is attempted: the first attempt, then two retries after a
 * decline.
 */
export const renewalHours = [72, 48, 24] as const
/**
 * A hold must stay capturable for this many hours after the job's end, so that the shop has time to capture.
 */
export const holdMarginHours = 24
/** Minimum time between two attempts, in hours, even after a late first attempt. */
export const restHours = 1

/** Facts about one appointment's hold. Epoch milliseconds. */
export type HoldFacts = {
  /**
   * Capture deadline of the live hold, as reported by the provider; null without a live hold or a reported
   * deadline.
   */
  captureBefore: number | null
  startsAt: number
  endsAt: number
  /**
   * Last attempt of the renewal job to place a fresh hold, with any outcome; null before the first attempt.
   */
  attemptedAt: number | null
  now: number
}

/**
 * `kept`: the live hold outlives the job's end by the margin; nothing to do. `renew`: place a fresh hold at
 * that instant; due once it is not in the future. `failed`: every attempt is used up and no hold outlives the
 * job. `over`: the job's end has passed; a capture authorizes again by itself.
 */
export type HoldPlan =
  | { kind: 'kept' }
  | { kind: 'renew'; at: number }
  | { kind: 'failed' }
  | { kind: 'over' }

/**
 * Attempt state after a move: none made. Each attempt before the new start is due again and a missed one is
 * due at once, so a hold never fails without an attempt for the current start.
 */
export const attemptsAfterMove = { attemptedAt: null, failedAt: null } as const

/**
 * Plans the next hold of an appointment: a fresh one 72 hours before the start, with retries at 48 and 24
 * hours, unless the live hold can be captured until 24 hours after the job's end. A late attempt replaces the
 * ones it missed. Holds for any lead time, provided that a move resets the attempts.
 */
export function planHold({ captureBefore, startsAt, endsAt, attemptedAt, now }: HoldFacts): HoldPlan {
  // An expired hold counts as gone even before its lapse is recorded.
  const isLive = captureBefore !== null && captureBefore > now
  if (isLive && captureBefore >= endsAt + holdMarginHours * hourMs) return { kind: 'kept' }
  if (now >= endsAt) return { kind: 'over' }
  const earliest = attemptedAt === null ? Number.NEGATIVE_INFINITY : attemptedAt + restHours * hourMs
  const at = renewalHours.map((hours) => startsAt - hours * hourMs).find((tryAt) => tryAt >= earliest)
  return at === undefined ? { kind: 'failed' } : { kind: 'renew', at }
}
