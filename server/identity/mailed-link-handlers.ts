import type { Handlers } from '../http/handlers.ts'
import { proveEmail, requestEmailProof } from './prove-email.ts'
import { requestPasswordReset } from './passwords/request-password-reset.ts'
import { resetPassword } from './passwords/reset-password.ts'

export const mailedLinkHandlers = {
  'identity.requestPasswordReset': async ({ context, body }) => {
    await requestPasswordReset(context, body.email)
    return { ok: true }
  },
  'identity.resetPassword': async ({ context, body }) => {
    await resetPassword(context, body)
    return { ok: true }
  },
  'identity.requestEmailProof': async ({ context, actor }) => {
    await requestEmailProof(context, actor)
    return { ok: true }
  },
  'identity.proveEmail': async ({ context, device, body }) => {
    await proveEmail(context, device, body.token)
    return { ok: true }
  },
} satisfies Partial<Handlers>
