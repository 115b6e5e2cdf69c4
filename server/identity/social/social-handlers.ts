import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../find-account.ts'
import { consumeRateLimit } from '../limits/rate-limit.ts'
import { linkSignIn, unlinkSignIn } from './social-linking.ts'
import { finishSocialSignIn, startSocialSignIn } from './social-sign-in.ts'
import { closeTokenSession, openTokenSession } from './social-token-session.ts'

/** Starts per person. */
const perPerson = { windowSeconds: 600, max: 30 }

export const socialHandlers = {
  'identity.startSocialSignIn': async ({ context, device, body, setCookie }) => {
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
    const { user, cookies } = await openTokenSession(context, device, headers.authorization)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.closeTokenSession': async ({ context, device, headers, setCookie }) => {
    const { cookies } = await closeTokenSession(context, device, headers.authorization)
    cookies.forEach(setCookie)
    return { ok: true as const }
  },
  'identity.linkSignIn': async ({ context, actor, device, body, setCookie }) => {
    await consumeRateLimit(context, `link-sign-in:${actor.id}`, perPerson)
    const { url, cookies } = await linkSignIn(context, actor, device, body)
    cookies.forEach(setCookie)
    return { url }
  },
  'identity.unlinkSignIn': async ({ context, actor, device, params }) => {
    await unlinkSignIn(context, actor, device, params.provider)
    return findAccount(context, actor, device)
  },
} satisfies Partial<Handlers>
