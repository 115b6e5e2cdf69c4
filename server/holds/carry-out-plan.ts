import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { HoldRow } from '../database/rows.ts'
import { placeHold } from './place-hold.ts'
import { resumeHold } from './resume-hold.ts'
import type { HoldResult } from './record-outcome.ts'

/**
 * What a wish of a person comes to, decided under the appointment's lock. `done`: no hold is needed. `ask`: one was written down.
 * `resume`: the same wish was begun before. `busy`: another request asks for a hold at this moment, or died doing so.
 */
export type PlannedHold = { kind: 'done' } | { kind: 'ask' | 'resume' | 'busy'; hold: HoldRow }

/**
 * Carries out what `plan` decides, for a person who waits. Another request's hold is settled first, and the plan made again; refuses as
 * `card_check_under_way` when it is still in the way. Null when nothing was to be asked of the provider.
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
      return placeHold(context, wish.hold)
    case 'resume':
      return resumeHold(context, wish.hold.id, { personWaits: true })
    case 'busy':
      return refuse('card_check_under_way', { retryAfterSeconds: 3 })
  }
}
