import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'

/** The second factor's hook runs for calls of this path. */
export const codeSignInPath = '/sign-in/email-code'

/** Opens the session of a person whose code was right. better-auth's own plugin skips the second factor. */
export const codePlugin = {
  id: 'email-code',
  endpoints: {
    signInProven: createAuthEndpoint(
      codeSignInPath,
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (call) => {
        const { internalAdapter } = call.context
        const user = await internalAdapter.findUserById(call.body.userId)
        if (!user) throw new APIError('UNAUTHORIZED')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(call, { session, user })
        return call.json({ token: session.token })
      },
    ),
  },
} satisfies BetterAuthPlugin
