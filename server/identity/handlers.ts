import {
  maxPasswordLength,
  minPasswordLength,
  passwordSentences,
} from '../../contract/identity/password-policy.ts'
import type { Handlers } from '../http/handlers.ts'
import { createAccount, libraryHeaders } from './create-account.ts'
import { findActor } from './find-actor.ts'
import { identityProvider } from './identity-provider.ts'
import { countUse } from './rate-limit.ts'
import { signIn } from './sign-in.ts'

/** Calls from one network address, where many people may sit behind one. */
const signUpsPerAddress = { windowSeconds: 600, max: 600 }

export const identityHandlers = {
  'identity.signUp': async ({ context, caller, body, setCookie }) => {
    await countUse(context, `sign-up:${caller.network}`, signUpsPerAddress)
    const { user, cookies } = await createAccount(context, caller, body)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.signIn': async ({ context, caller, body, setCookie }) => {
    const { user, cookies } = await signIn(context, caller, body)
    cookies.forEach(setCookie)
    return user ? { user } : { secondFactorRequired: true as const }
  },
  'identity.signOut': async ({ context, caller, setCookie }) => {
    const { headers } = await identityProvider(context).api.signOut({
      headers: libraryHeaders(caller),
      returnHeaders: true,
    })
    headers.getSetCookie().forEach(setCookie)
    return { ok: true }
  },
  'identity.findSession': async ({ context, caller }) => {
    const user = await findActor(context, caller.headers.get('cookie'))
    return user ? { user } : null
  },
  'identity.findPasswordPolicy': async () => ({
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    sentences: passwordSentences,
  }),
} satisfies Partial<Handlers>
