import type { Handlers } from '../http/handlers.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import { deviceAfter } from './device.ts'
import { findAccount } from './find-account.ts'
import { finishSecondFactor } from './finish-second-factor.ts'
import { identityProvider } from './identity-provider.ts'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from './set-up-second-factor.ts'

export const secondFactorHandlers = {
  'identity.findWaitingSignIn': async ({ context, device }) => {
    const headers = betterAuthHeaders(device)
    return { waiting: (await identityProvider(context).api.findSecondFactorChallenge({ headers })) !== null }
  },
  'identity.finishSecondFactor': async ({ context, device, body, setCookie }) => {
    const { user, cookies } = await finishSecondFactor(context, device, body)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.startSecondFactor': ({ context, actor, device, body }) =>
    startSecondFactor(context, actor, device, body.password),
  'identity.confirmSecondFactor': async ({ context, actor, device, body, setCookie }) => {
    const cookies = await confirmSecondFactor(context, actor, device, body.code)
    cookies.forEach(setCookie)
    return findAccount(context, actor, deviceAfter(device, cookies))
  },
  'identity.stopSecondFactor': async ({ context, actor, device, body, setCookie }) => {
    const cookies = await stopSecondFactor(context, actor, device, body.password)
    cookies.forEach(setCookie)
    return findAccount(context, actor, deviceAfter(device, cookies))
  },
  'identity.renewRecoveryCodes': async ({ context, actor, device, body }) => ({
    recoveryCodes: await renewRecoveryCodes(context, actor, device, body.password),
  }),
} satisfies Partial<Handlers>
