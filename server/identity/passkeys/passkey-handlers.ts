import type { Handlers } from '../../http/handlers.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { findAccount } from '../find-account.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkey-sign-in.ts'

export const passkeyHandlers = {
  'identity.startPasskeySignIn': async ({ context, setCookie }) => {
    const { options, cookies } = await startPasskeySignIn(context)
    cookies.forEach(setCookie)
    return options
  },
  'identity.finishPasskeySignIn': async ({ context, device, body, setCookie }) => {
    const { user, cookies } = await finishPasskeySignIn(context, device, body.answer)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.startPasskey': async ({ context, actor, device, body, setCookie }) => {
    const { options, cookies } = await startPasskey(context, actor, device, body.password)
    cookies.forEach(setCookie)
    return options
  },
  'identity.addPasskey': async ({ context, actor, device, body, setCookie }) => {
    const cookies = await addPasskey(context, actor, device, body)
    cookies.forEach(setCookie)
    return findAccount(context, actor, device)
  },
  'identity.renamePasskey': async ({ context, actor, device, params, body }) => {
    await renamePasskey(context, actor, params.id, body.name)
    return findAccount(context, actor, device)
  },
  'identity.removePasskey': async ({ context, actor, device, params, body }) => {
    await removePasskey(context, actor, device, { id: params.id, password: body.password })
    return findAccount(context, actor, device)
  },
} satisfies Partial<Handlers>
