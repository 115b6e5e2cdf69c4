import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import { readTriedCard, type CardUser, type TriedCard } from '../payments/card-attempts.ts'
import { placeHold } from './place-hold.ts'
import { resumeHold } from './resume-hold.ts'
import type { HoldResult } from './record-outcome.ts'

/**
 * The plan for a hold that a person asked for, decided under the appointment's lock. `done`: no hold is
 * needed. `read_card`: a hold of this card is needed, whose fingerprint is read first; nothing was written.
 * `ask`: a hold was inserted, and its card attempt counted. `resume`: the same request began before. `busy`:
 * another request places a hold now, or died doing so.
 */
export type PlannedHold =
  | { kind: 'done' }
  | { kind: 'read_card'; user: CardUser; paymentMethodId: string }
  | { kind: 'ask' | 'resume' | 'busy'; hold: HoldRow }

/** Makes the plan. It answers `read_card` in place of `ask` unless the card to hold is given. */
type MakePlan = (card: TriedCard | null) => Promise<PlannedHold>

/**
 * Carries out the plan for a person who waits. A hold of another request is resumed first, and the plan is
 * made again; if that hold is still open, it refuses as `card_check_under_way`. Refuses a card over a limit
 * as `recordCardAttempt` does. Null when no hold is needed.
 */
export async function placePlannedHold(context: Context, plan: MakePlan): Promise<HoldResult | null> {
  let wish = await plan(null)
  if (wish.kind === 'busy') {
    await resumeHold(context, wish.hold.id)
    wish = await plan(null)
  }
  if (wish.kind === 'read_card')
    wish = await plan(await readTriedCard(context, wish.user, wish.paymentMethodId))
  switch (wish.kind) {
    case 'done':
      return null
    case 'ask':
      return placeHold(context, wish.hold, { personWaits: true })
    case 'resume':
      return resumeHold(context, wish.hold.id, { personWaits: true })
    // The saved card changed meanwhile.
    case 'read_card':
    case 'busy':
      return refuse('card_check_under_way', { retryAfterSeconds: 3 })
  }
}
