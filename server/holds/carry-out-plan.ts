import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import {
  countCardAttempt,
  withdrawCardAttempt,
  type CardAttempt,
  type CardUser,
} from '../payments/card-attempts.ts'
import { placeHold } from './place-hold.ts'
import { resumeHold } from './resume-hold.ts'
import type { HoldResult } from './record-outcome.ts'

/**
 * The plan for a hold that a person asked for, decided under the appointment's lock. `done`: no hold is
 * needed. `count`: a hold is needed, whose card attempt is to be counted first; nothing was written. `ask`: a
 * hold was inserted. `resume`: the same request began before. `busy`: another request places a hold now, or
 * died doing so.
 */
export type PlannedHold =
  | { kind: 'done' }
  | { kind: 'count'; user: CardUser; paymentMethodId: string }
  | { kind: 'ask' | 'resume' | 'busy'; hold: HoldRow }

/** Makes the plan. Without a counted attempt of the card it answers `count` in place of `ask`. */
type MakePlan = (attempt: CardAttempt | null) => Promise<PlannedHold>

async function countAndPlan(
  context: Context,
  plan: MakePlan,
  { user, paymentMethodId }: Extract<PlannedHold, { kind: 'count' }>,
): Promise<PlannedHold> {
  const attempt = await countCardAttempt(context, user, paymentMethodId)
  let isAsked = false
  try {
    const planned = await plan(attempt)
    isAsked = planned.kind === 'ask'
    return planned
  } finally {
    if (!isAsked) await withdrawCardAttempt(context, attempt)
  }
}

/**
 * Carries out the plan for a person who waits. A hold of another request is resumed first, and the plan is
 * made again; if that hold is still open, it refuses as `card_check_under_way`. Refuses a card over a limit
 * as `countCardAttempt` does. Null when no hold is needed.
 */
export async function placePlannedHold(context: Context, plan: MakePlan): Promise<HoldResult | null> {
  let wish = await plan(null)
  if (wish.kind === 'busy') {
    await resumeHold(context, wish.hold.id)
    wish = await plan(null)
  }
  if (wish.kind === 'count') wish = await countAndPlan(context, plan, wish)
  switch (wish.kind) {
    case 'done':
      return null
    case 'ask':
      return placeHold(context, wish.hold, { personWaits: true })
    case 'resume':
      return resumeHold(context, wish.hold.id, { personWaits: true })
    // The saved card changed meanwhile.
    case 'count':
    case 'busy':
      return refuse('card_check_under_way', { retryAfterSeconds: 3 })
  }
}
