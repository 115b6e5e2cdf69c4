import type { Handlers } from '../http/handlers.ts'
import { libraryHeaders } from './create-account.ts'
import { callerAfter, findAccount } from './find-account.ts'
import { finishSecondFactor } from './finish-second-factor.ts'
import { identityProvider } from './identity-provider.ts'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from './set-up-second-factor.ts'

export const secondFactorHandlers = {
  'identity.findWaitingSignIn': async ({ context, caller }) => {
    const headers = libraryHeaders(caller)
    return { waiting: (await identityProvider(context).api.findSecondFactorChallenge({ headers })) !== null }
  },
  'identity.finishSecondFactor': async ({ context, caller, body, setCookie }) => {
    const { user, cookies } = await finishSecondFactor(context, caller, body)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.startSecondFactor': ({ context, actor, caller, body }) =>
    startSecondFactor(context, actor, caller, body.password),
  'identity.confirmSecondFactor': async ({ context, actor, caller, body, setCookie }) => {
    const cookies = await confirmSecondFactor(context, actor, caller, body.code)
    cookies.forEach(setCookie)
    return findAccount(context, actor, callerAfter(caller, cookies))
  },
  'identity.stopSecondFactor': async ({ context, actor, caller, body, setCookie }) => {
    const cookies = await stopSecondFactor(context, actor, caller, body.password)
    cookies.forEach(setCookie)
    return findAccount(context, actor, callerAfter(caller, cookies))
  },
  'identity.renewRecoveryCodes': async ({ context, actor, caller, body }) => ({
    recoveryCodes: await renewRecoveryCodes(context, actor, caller, body.password),
  }),
} satisfies Partial<Handlers>
