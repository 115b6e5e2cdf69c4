import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'
import { changeProfile } from './change-profile.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { findAccount } from './find-account.ts'

export const accountPageHandlers = {
  'identity.findAccount': async ({ context, actor, caller }) => findAccount(context, actor, caller),
  'identity.changeProfile': async ({ context, actor, caller, body }) => {
    await changeProfile(context, caller, body)
    return findAccount(context, actor, caller)
  },
  'identity.changePassword': async () => refuse('unavailable'),
  'identity.endSession': async ({ context, actor, caller, params }) => {
    await endSession(context, actor, params.id)
    return findAccount(context, actor, caller)
  },
  'identity.endOtherSessions': async ({ context, actor, caller }) => {
    await endOtherSessions(context, actor, caller)
    return findAccount(context, actor, caller)
  },
} satisfies Partial<Handlers>
