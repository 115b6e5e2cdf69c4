import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import { placeHold } from './place-hold.ts'
import { resumeHold } from './resume-hold.ts'
import type { HoldResult } from './record-outcome.ts'

/**
 * The plan for a hold that a person asked for, decided under the appointment's lock. `done`: no hold is
 * needed. `ask`: a hold was inserted. `resume`: the same request began before. `busy`: another request
 * places a hold now, or died doing so.
 */
export type PlannedHold = { kind: 'done' } | { kind: 'ask' | 'resume' | 'busy'; hold: HoldRow }

/**
 * Carries out the plan for a person who waits. A hold of another request is resumed first, and the plan is
 * made again; if that hold is still open, it refuses as `card_check_under_way`. Null when no hold is
 * needed.
 */
export async function placePlannedHold(
  context: Context,
  plan: () => Promise<PlannedHold>,
): Promise<HoldResult | null> {
  let wish = await plan()
  if (wish.kind === 'busy') {
    await resumeHold(context, wish.hold.id)
    wish = await plan()
  }
  switch (wish.kind) {
    case 'done':
      return null
    case 'ask':
      return placeHold(context, wish.hold, { personWaits: true })
    case 'resume':
      return resumeHold(context, wish.hold.id, { personWaits: true })
    case 'busy':
      return refuse('card_check_under_way', { retryAfterSeconds: 3 })
  }
}
