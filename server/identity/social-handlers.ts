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
  'identity.startSocialSignIn': async ({ context, device, body, setCookie }) => {
    await countUse(context, `social-sign-in:${device.network}`, perAddress)
    const { url, cookies } = await startSocialSignIn(context, device, body)
    cookies.forEach(setCookie)
    return { url }
  },
  'identity.finishSocialSignIn': async ({ context, device, params, query, setCookie }) => {
    const { address, cookies } = await finishSocialSignIn(context, device, params.provider, query)
    cookies.forEach(setCookie)
    return address
  },
  'identity.openTokenSession': async ({ context, device, headers, setCookie }) => {
    await countUse(context, `token-session:${device.network}`, perAddress)
    const { user, cookies } = await openTokenSession(context, device, headers.authorization)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.closeTokenSession': async ({ context, device, headers, setCookie }) => {
    await countUse(context, `token-session:${device.network}`, perAddress)
    const { cookies } = await closeTokenSession(context, device, headers.authorization)
    cookies.forEach(setCookie)
    return { ok: true as const }
  },
  'identity.linkSignIn': async ({ context, actor, device, body, setCookie }) => {
    await countUse(context, `link-sign-in:${actor.id}`, perPerson)
    const { url, cookies } = await linkSignIn(context, actor, device, body)
    cookies.forEach(setCookie)
    return { url }
  },
  'identity.unlinkSignIn': async ({ context, actor, device, params }) => {
    await unlinkSignIn(context, actor, device, params.provider)
    return findAccount(context, actor, device)
  },
} satisfies Partial<Handlers>
