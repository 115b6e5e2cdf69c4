import type { BetterAuthPlugin } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { socialProviders } from '../../../contract/identity/social-sign-in.ts'
import type { Context } from '../../context.ts'
import { googleAddresses } from './social-addresses.ts'
import { facebookConfig } from './social-facebook.ts'
import { requireFreeProvider, requireSameFlow } from './social-flow-rules.ts'
import { noteFailure } from './social-flow.ts'
import { googleConfig } from './social-google.ts'
import { isGoodGoogleToken } from './social-id-token.ts'
import { readThrown } from './social-refusals.ts'

const exchangeTimeoutMs = 10_000

/** Rejects with a TimeoutError when the work is not done in time. */
async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  const signal = AbortSignal.timeout(exchangeTimeoutMs)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  return Promise.race([work, tooLate])
}

/** Provider tokens are dropped: a sign-in needs only the identity. */
const withoutTokens = async (account: Record<string, unknown>) => ({
  data: {
    ...account,
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scope: null,
  },
})

/** The configured social sign-ins, as better-auth plugins. */
export function socialPlugins(context: Context): BetterAuthPlugin[] {
  const { google, facebook } = context.config.social
  const plugin = genericOAuth({
    config: [...(google ? [googleConfig(google)] : []), ...(facebook ? [facebookConfig(facebook)] : [])],
  })
  return [
    {
      ...plugin,
      init: async (library) => {
        const { context: made } = await plugin.init(library)
        for (const id of socialProviders) {
          const provider = made.socialProviders.find((one) => one.id === id)
          if (!provider) continue
          // Set here, because better-auth takes these from a discovery document only, which it would fetch at
          // startup.
          if (id === 'google' && google) {
            provider.issuer = googleAddresses(google).issuers[0]
            provider.requiresIdTokenNonce = true
            provider.idToken = { verify: (token, nonce) => isGoodGoogleToken(google, token, nonce) }
          }
          const { validateAuthorizationCode, getUserInfo } = provider
          provider.validateAuthorizationCode = async (data) => {
            await requireSameFlow(id)
            try {
              return await withTimeout(validateAuthorizationCode(data))
            } catch (error) {
              noteFailure(readThrown(id, error), error)
              throw error
            }
          }
          provider.getUserInfo = async (tokens) => {
            try {
              const person = await getUserInfo(tokens)
              if (person) await requireFreeProvider(context, id, person.data)
              return person
            } catch (error) {
              noteFailure(readThrown(id, error), error)
              return null
            }
          }
        }
        return {
          context: made,
          options: {
            databaseHooks: {
              account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
            },
          },
        }
      },
    },
  ]
}
