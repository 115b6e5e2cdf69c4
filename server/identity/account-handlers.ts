import type { Handlers } from '../http/handlers.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { deviceAfter } from './device.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { findAccount } from './find-account.ts'

export const accountPageHandlers = {
  'identity.findAccount': async ({ context, actor, device }) => findAccount(context, actor, device),
  'identity.changeProfile': async ({ context, actor, device, body }) => {
    await changeProfile(context, device, body)
    return findAccount(context, actor, device)
  },
  'identity.changePassword': async ({ context, actor, device, body, setCookie }) => {
    const cookies = await changePassword(context, actor, device, body)
    cookies.forEach(setCookie)
    return findAccount(context, actor, deviceAfter(device, cookies))
  },
  'identity.endSession': async ({ context, actor, device, params }) => {
    await endSession(context, actor, params.id)
    return findAccount(context, actor, device)
  },
  'identity.endOtherSessions': async ({ context, actor, device }) => {
    await endOtherSessions(context, actor, device)
    return findAccount(context, actor, device)
  },
} satisfies Partial<Handlers>
