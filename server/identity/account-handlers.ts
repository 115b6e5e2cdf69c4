import type { Handlers } from '../http/handlers.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { callerAfter, findAccount } from './find-account.ts'

export const accountPageHandlers = {
  'identity.findAccount': async ({ context, actor, caller }) => findAccount(context, actor, caller),
  'identity.changeProfile': async ({ context, actor, caller, body }) => {
    await changeProfile(context, caller, body)
    return findAccount(context, actor, caller)
  },
  'identity.changePassword': async ({ context, actor, caller, body, setCookie }) => {
    const cookies = await changePassword(context, actor, caller, body)
    cookies.forEach(setCookie)
    return findAccount(context, actor, callerAfter(caller, cookies))
  },
  'identity.endSession': async ({ context, actor, caller, params }) => {
    await endSession(context, actor, params.id)
    return findAccount(context, actor, caller)
  },
  'identity.endOtherSessions': async ({ context, actor, caller }) => {
    await endOtherSessions(context, actor, caller)
    return findAccount(context, actor, caller)
  },
} satisfies Partial<Handlers>
