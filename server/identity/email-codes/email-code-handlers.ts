import type { Handlers } from '../../http/handlers.ts'
import { requestEmailCode } from './request-email-code.ts'
import { signInWithCode } from './sign-in-with-code.ts'

export const emailCodeHandlers = {
  'identity.requestEmailCode': ({ context, device, body }) => requestEmailCode(context, device, body.email),
  'identity.signInWithCode': async ({ context, device, body, setCookie }) => {
    const { user, cookies } = await signInWithCode(context, device, body)
    cookies.forEach(setCookie)
    return user ? { user } : { secondFactorRequired: true as const }
  },
} satisfies Partial<Handlers>
