import type { Handlers } from '../http/handlers.ts'
import { proveEmail, requestEmailProof } from './prove-email.ts'
import { countUse } from './rate-limit.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

const resetsPerAddress = { windowSeconds: 60, max: 60 }

export const mailedLinkHandlers = {
  'identity.requestPasswordReset': async ({ context, device, body }) => {
    await requestPasswordReset(context, device, body.email)
    return { ok: true }
  },
  'identity.resetPassword': async ({ context, device, body }) => {
    await countUse(context, `reset-password:${device.network}`, resetsPerAddress)
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
