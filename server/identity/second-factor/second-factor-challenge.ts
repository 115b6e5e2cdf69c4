import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'

/** better-auth's name for the cookie of a sign-in that waits for its code. */
const challengeCookie = 'two_factor'

/** Reads the account of the pending sign-in; better-auth reveals it only to its own endpoints. */
export const challengePlugin = {
  id: 'second-factor-challenge',
  endpoints: {
    findSecondFactorChallenge: createAuthEndpoint.serverOnly(
      { method: 'GET', requireHeaders: true },
      async (call) => {
        const { name } = call.context.createAuthCookie(challengeCookie)
        const identifier = await call.getSignedCookie(name, call.context.secret)
        if (!identifier) return null
        const challenge = await call.context.internalAdapter.findVerificationValue(identifier)
        return challenge && challenge.expiresAt > new Date() ? { userId: challenge.value } : null
      },
    ),
  },
} satisfies BetterAuthPlugin
