import type { Handlers } from '../http/handlers.ts'
import { proveEmail, requestEmailProof } from './prove-email.ts'
import { countUse } from './rate-limit.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

const resetsPerAddress = { windowSeconds: 60, max: 60 }

export const mailedLinkHandlers = {
  'identity.requestPasswordReset': async ({ context, caller, body }) => {
    await requestPasswordReset(context, caller, body.email)
    return { ok: true }
  },
  'identity.resetPassword': async ({ context, caller, body }) => {
    await countUse(context, `reset-password:${caller.network}`, resetsPerAddress)
    await resetPassword(context, body)
    return { ok: true }
  },
  'identity.requestEmailProof': async ({ context, actor }) => {
    await requestEmailProof(context, actor)
    return { ok: true }
  },
  'identity.proveEmail': async ({ context, caller, body }) => {
    await proveEmail(context, caller, body.token)
    return { ok: true }
  },
} satisfies Partial<Handlers>
