import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { placeHold } from '../../holds/place-hold.ts'
import { sendIncrement } from '../../holds/increment-hold.ts'
import { sendPendingCommands, type HoldResult } from '../../holds/record-outcome.ts'
import { resumeHold } from '../../holds/resume-hold.ts'
import type { ExtraPlan } from './record-agreement.ts'

/**
 * Records an agreement with `decide`, in its own transaction, and carries out its plan for the extra amount.
 * A hold that its bank does not raise is followed by a second hold. Null when nothing was to be held or the
 * hold was raised. Refuses as `card_provider_unavailable` while it is not known whether it was.
 */
export async function holdExtra(
  context: Context,
  appointmentId: string,
  decide: () => Promise<ExtraPlan>,
): Promise<HoldResult | null> {
  let plan = await decide()
  if (plan.kind === 'increment') {
    const outcome = await sendIncrement(context, plan.increment)
    if (outcome === 'unknown')
      refuse('card_provider_unavailable', { retryAfterSeconds: 3, sentence: unknown })
    plan = await decide()
  }
  await sendPendingCommands(context, appointmentId)
  if (plan.kind !== 'hold') return null
  return plan.hold.status === 'requested'
    ? placeHold(context, plan.hold, { personWaits: true })
    : resumeHold(context, plan.hold.id, { personWaits: true })
}

const unknown =
  'We couldn’t reach our card provider, so we don’t know yet whether the extra amount is held. Try again: it can’t be held twice.'
