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

const longestExchange = 10_000

/** The work, or a TimeoutError when it is not done in time. */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const signal = AbortSignal.timeout(longestExchange)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  return Promise.race([work, tooLate])
}

/** What is given to us once and never used again is not kept: who it was is all that a sign-in is for. */
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

/** The social sign-ins that are set up, as the identity library knows them. */
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
          // Set here, because the library takes these from a discovery document only, which it would have to fetch while starting.
          if (id === 'google' && google) {
            provider.issuer = googleAddresses(google).issuers[0]
            provider.requiresIdTokenNonce = true
            provider.idToken = { verify: (token, nonce) => isGoodGoogleToken(google, token, nonce) }
          }
          const { validateAuthorizationCode, getUserInfo } = provider
          provider.validateAuthorizationCode = async (data) => {
            await requireSameFlow(id)
            try {
              return await inTime(validateAuthorizationCode(data))
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
