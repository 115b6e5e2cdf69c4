import type { BetterAuthPlugin } from 'better-auth'
import { getOAuthState } from 'better-auth/api'
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'
import { socialProviders, type SocialProvider } from '../../contract/identity/social-sign-in.ts'
import type { SocialClient } from '../config.ts'
import type { Context } from '../context.ts'
import { facebookAddresses, googleAddresses } from './social-addresses.ts'
import { fetchFacebookProfile } from './social-facebook.ts'
import { currentFlow, noteFailure } from './social-flow.ts'
import { isGoodGoogleToken } from './social-id-token.ts'
import { readSocialPerson } from './social-person.ts'
import { readThrown } from './social-refusals.ts'

const longestExchange = 10_000

function googleConfig(client: SocialClient): GenericOAuthConfig {
  const { authorization, token } = googleAddresses(client)
  return {
    providerId: 'google',
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    authorizationUrl: authorization,
    tokenUrl: token,
    scopes: ['openid', 'profile', 'email'],
    prompt: 'select_account',
    accountSubject: ({ profile }) => profile.sub ?? '',
    // The library has verified the ID token before it asks; without one there is nobody.
    getUserInfo: async ({ idToken }) => {
      if (idToken === undefined) return null
      const { sub, name, email, email_verified: verified, picture } = decodeJwt(idToken)
      const person = readSocialPerson({ name, email, emailVerified: verified === true, photo: picture })
      return { ...person, sub }
    },
  }
}

function facebookConfig(client: SocialClient): GenericOAuthConfig {
  const { authorization, token } = facebookAddresses(client)
  return {
    providerId: 'facebook',
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    authorizationUrl: authorization,
    tokenUrl: token,
    scopes: ['public_profile', 'email'],
    accountSubject: ({ profile }) => profile.id ?? '',
    getUserInfo: async ({ accessToken }) => {
      if (accessToken === undefined) return null
      const { id, name, email, picture } = await fetchFacebookProfile(client, accessToken)
      const photo = picture?.data?.is_silhouette === true ? undefined : picture?.data?.url
      // Facebook has no claim that says whether an address was proven.
      return { ...readSocialPerson({ name, email, emailVerified: false, photo }), id }
    },
  }
}

/**
 * Refuses an answer that came to another provider's address than the one it was asked of: a code must reach nobody else. Refuses to
 * end a linking whose session has ended meanwhile: whoever had to go must not leave a way in behind.
 */
async function requireSameFlow(provider: SocialProvider): Promise<void> {
  const [state, flow] = [await getOAuthState(), currentFlow()]
  if (flow) flow.leadsTo = state?.callbackURL ?? null
  const asked = new URLSearchParams(state?.callbackURL.split('?')[1]).get('provider')
  if (asked === provider && (!state?.link || state.link.userId === flow?.actorId)) return
  noteFailure('auth/timeout')
  throw new Error('the answer is not of the flow that began')
}

/** Of one provider an account has one sign-in; the database holds to it, this only says so. */
async function requireFreeProvider(
  context: Context,
  provider: SocialProvider,
  { id, sub }: { id?: string; sub?: string },
): Promise<void> {
  const state = await getOAuthState()
  if (!state?.link) return
  const other = await context.database.db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', state.link.userId)
    .where('provider_id', '=', provider)
    .where('account_id', '!=', sub ?? id ?? '')
    .executeTakeFirst()
  if (!other) return
  noteFailure('auth/provider-already-linked')
  throw new Error('another sign-in of this provider is linked')
}

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
