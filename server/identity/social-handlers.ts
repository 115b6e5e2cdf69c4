import type { Handlers } from '../http/handlers.ts'
import { findAccount } from './find-account.ts'
import { countUse } from './rate-limit.ts'
import { linkSignIn, unlinkSignIn } from './social-linking.ts'
import { finishSocialSignIn, startSocialSignIn } from './social-sign-in.ts'
import { closeTokenSession, openTokenSession } from './social-token-session.ts'

/** Calls from one network address, where many people may sit behind one; each begins a sign-in or checks a signature. */
const perAddress = { windowSeconds: 60, max: 300 }
/** Beginnings of one person. */
const perPerson = { windowSeconds: 600, max: 30 }

export const socialHandlers = {
  'identity.startSocialSignIn': async ({ context, caller, body, setCookie }) => {
    await countUse(context, `social-sign-in:${caller.network}`, perAddress)
    const { url, cookies } = await startSocialSignIn(context, caller, body)
    cookies.forEach(setCookie)
    return { url }
  },
  'identity.finishSocialSignIn': async ({ context, caller, params, query, setCookie }) => {
    const { address, cookies } = await finishSocialSignIn(context, caller, params.provider, query)
    cookies.forEach(setCookie)
    return address
  },
  'identity.openTokenSession': async ({ context, caller, headers, setCookie }) => {
    await countUse(context, `token-session:${caller.network}`, perAddress)
    const { user, cookies } = await openTokenSession(context, caller, headers.authorization)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.closeTokenSession': async ({ context, caller, headers, setCookie }) => {
    await countUse(context, `token-session:${caller.network}`, perAddress)
    const { cookies } = await closeTokenSession(context, caller, headers.authorization)
    cookies.forEach(setCookie)
    return { ok: true as const }
  },
  'identity.linkSignIn': async ({ context, actor, caller, body, setCookie }) => {
    await countUse(context, `link-sign-in:${actor.id}`, perPerson)
    const { url, cookies } = await linkSignIn(context, actor, caller, body)
    cookies.forEach(setCookie)
    return { url }
  },
  'identity.unlinkSignIn': async ({ context, actor, caller, params }) => {
    await unlinkSignIn(context, actor, caller, params.provider)
    return findAccount(context, actor, caller)
  },
} satisfies Partial<Handlers>
