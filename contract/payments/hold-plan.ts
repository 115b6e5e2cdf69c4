const hourMs = 3_600_000

/** How many hours before the start a fresh hold is tried: once, and twice more while the card refuses it. */
export const renewalHours = [72, 48, 24] as const
/** A hold is to be capturable for this many hours after the job's end, so that the shop need not hurry. */
export const holdMarginHours = 24
/** Two tries lie at least this many hours apart, however late the first of them was. */
export const restHours = 1

/** What is known of one appointment's hold. Epoch milliseconds. */
export type HoldFacts = {
  /** Until when the live hold can be captured, by the provider's own word; null when no hold is live or it does not say. */
  captureBefore: number | null
  startsAt: number
  endsAt: number
  /** When the keeper last tried to place a fresh hold, whatever came of it; null when it never did. */
  attemptedAt: number | null
  now: number
}

/**
 * `kept`: the live hold outlives the job's end by the margin, nothing to do. `renew`: a fresh hold is to be placed at that
 * instant, and is due once it is not in the future. `failed`: every try is used up and no hold outlives the job.
 * `over`: the job's end has passed, and a capture authorises anew by itself.
 */
export type HoldPlan =
  | { kind: 'kept' }
  | { kind: 'renew'; at: number }
  | { kind: 'failed' }
  | { kind: 'over' }

/**
 * The attempts of an appointment that has just been moved: none. Each try before the new start is due again, and one that
 * was overslept is due at once, so that a hold never fails without a try for the start that stands.
 */
export const attemptsAfterMove = { attemptedAt: null, failedAt: null } as const

/**
 * Plans the next hold of an appointment: a fresh one 72 hours before the start, again at 48 and at 24 hours, unless the
 * live one can be captured until 24 hours after the job's end. A late try uses up the ones it overslept. Right for any
 * lead time, as long as a move restarts the attempts.
 */
export function planHold({ captureBefore, startsAt, endsAt, attemptedAt, now }: HoldFacts): HoldPlan {
  // A hold whose time has passed holds nothing, though nobody may have noticed yet.
  const isLive = captureBefore !== null && captureBefore > now
  if (isLive && captureBefore >= endsAt + holdMarginHours * hourMs) return { kind: 'kept' }
  if (now >= endsAt) return { kind: 'over' }
  const earliest = attemptedAt === null ? Number.NEGATIVE_INFINITY : attemptedAt + restHours * hourMs
  const at = renewalHours.map((hours) => startsAt - hours * hourMs).find((tryAt) => tryAt >= earliest)
  return at === undefined ? { kind: 'failed' } : { kind: 'renew', at }
}
