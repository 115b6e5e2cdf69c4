import type { Handlers } from '../http/handlers.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { findAccount } from './find-account.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkey-sign-in.ts'

export const passkeyHandlers = {
  'identity.startPasskeySignIn': async ({ context, caller, setCookie }) => {
    const { options, cookies } = await startPasskeySignIn(context, caller)
    cookies.forEach(setCookie)
    return options
  },
  'identity.finishPasskeySignIn': async ({ context, caller, body, setCookie }) => {
    const { user, cookies } = await finishPasskeySignIn(context, caller, body.answer)
    cookies.forEach(setCookie)
    return { user }
  },
  'identity.startPasskey': async ({ context, actor, caller, body, setCookie }) => {
    const { options, cookies } = await startPasskey(context, actor, caller, body.password)
    cookies.forEach(setCookie)
    return options
  },
  'identity.addPasskey': async ({ context, actor, caller, body, setCookie }) => {
    const cookies = await addPasskey(context, actor, caller, body)
    cookies.forEach(setCookie)
    return findAccount(context, actor, caller)
  },
  'identity.renamePasskey': async ({ context, actor, caller, params, body }) => {
    await renamePasskey(context, actor, params.id, body.name)
    return findAccount(context, actor, caller)
  },
  'identity.removePasskey': async ({ context, actor, caller, params, body }) => {
    await removePasskey(context, actor, caller, { id: params.id, password: body.password })
    return findAccount(context, actor, caller)
  },
} satisfies Partial<Handlers>
