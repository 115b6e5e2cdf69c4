import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'
import { requireOwner } from './require-owner.ts'

export const secondFactorHandlers = {
  'identity.finishSecondFactor': async () => refuse('unavailable'),
  'identity.startSecondFactor': async ({ context, actor, caller, body }) => {
    await requireOwner(context, actor, caller, body.password)
    return refuse('unavailable')
  },
  'identity.confirmSecondFactor': async () => refuse('unavailable'),
  'identity.stopSecondFactor': async () => refuse('unavailable'),
  'identity.renewRecoveryCodes': async () => refuse('unavailable'),
} satisfies Partial<Handlers>
