import {
  maxPasswordLength,
  minPasswordLength,
  passwordSentences,
} from '../../contract/identity/password-policy.ts'
import { isRole } from '../../contract/identity/roles.ts'
import type { Handlers } from '../http/handlers.ts'
import { createAccount } from './create-account.ts'
import { findSignedIn } from './sessions/find-signed-in.ts'
import { signIn } from './sessions/sign-in.ts'
import { signOut } from './sessions/sign-out.ts'

export const identityHandlers = {
  'identity.signUp': async ({ context, device, body, setCookie }) => {
    const { user, cookies } = await createAccount(context, device, body)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.signIn': async ({ context, device, body, setCookie }) => {
    const { user, cookies } = await signIn(context, device, body)
    cookies.forEach(setCookie)
    return user ? { user } : { secondFactorRequired: true as const }
  },
  'identity.signOut': async ({ context, device, setCookie }) => {
    const cookies = await signOut(context, device)
    cookies.forEach(setCookie)
    return { ok: true }
  },
  'identity.findSession': async ({ context, device }) => {
    const user = await findSignedIn(context, device.cookies)
    // Pages know no other role, and the permissions table allows it nothing.
    return user && isRole(user.role) ? { user } : null
  },
  'identity.findPasswordPolicy': async () => ({
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    sentences: passwordSentences,
  }),
} satisfies Partial<Handlers>
