import {
  maxPasswordLength,
  minPasswordLength,
  passwordSentences,
} from '../../contract/identity/password-policy.ts'
import type { Handlers } from '../http/handlers.ts'
import { createAccount } from './create-account.ts'
import { findActor } from './find-actor.ts'
import { countUse } from './rate-limit.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

/** Calls from one network address, where many people may sit behind one. */
const signUpsPerAddress = { windowSeconds: 600, max: 600 }

export const identityHandlers = {
  'identity.signUp': async ({ context, device, body, setCookie }) => {
    await countUse(context, `sign-up:${device.network}`, signUpsPerAddress)
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
    const actor = await findActor(context, device.cookies)
    if (!actor) return null
    const { scope: _, ...user } = actor
    return { user }
  },
  'identity.findPasswordPolicy': async () => ({
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    sentences: passwordSentences,
  }),
} satisfies Partial<Handlers>
