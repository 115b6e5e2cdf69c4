import { refuse } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { sendIncrement } from '../../holds/increment-hold.ts'
import { placeHold } from '../../holds/place-hold.ts'
import { sendPendingCommands, type HoldResult } from '../../holds/record-outcome.ts'
import { resumeHold } from '../../holds/resume-hold.ts'
import type { ExtraPlan } from './plan-extra.ts'

/** An increment of before, one to the present amount, and a second hold after its refusal. */
const mostPlans = 3

/**
 * Records an agreement with `decide`, in its own transaction, and carries out its plan for the extra amount.
 * After the answer about an increment it decides again: the amount may have changed, or a hold that its bank
 * does not raise is followed by a second hold. Null when nothing was to be held or the hold was raised.
 * Refuses as `card_provider_unavailable` while it is not known whether it was.
 */
export async function holdExtra(
  context: Context,
  appointmentId: string,
  decide: () => Promise<ExtraPlan>,
): Promise<HoldResult | null> {
  for (let round = 1; round <= mostPlans; round += 1) {
    const plan = await decide()
    if (plan.kind === 'increment') {
      const outcome = await sendIncrement(context, plan.increment)
      if (outcome === 'unknown')
        refuse('card_provider_unavailable', { retryAfterSeconds: 3, sentence: unknown })
      continue
    }
    await sendPendingCommands(context, appointmentId)
    context.triggerJob('notifications.send-outbox')
    if (plan.kind === 'none') return null
    return plan.hold.status === 'requested'
      ? placeHold(context, plan.hold, { personWaits: true })
      : resumeHold(context, plan.hold.id, { personWaits: true })
  }
  return refuse('card_check_under_way', { retryAfterSeconds: 3 })
}

const unknown =
  'We couldn’t reach our card provider, so we don’t know yet whether the extra amount is held. Try again: it can’t be held twice.'
