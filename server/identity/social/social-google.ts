import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'
import type { SocialClient } from '../../config.ts'
import { googleAddresses } from './social-addresses.ts'
import { readSocialPerson } from './social-person.ts'

/** Google as a generic provider of better-auth. */
export function googleConfig(client: SocialClient): GenericOAuthConfig {
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
    // better-auth has verified the ID token before this call; without a token there is no person.
    getUserInfo: async ({ idToken }) => {
      if (idToken === undefined) return null
      const { sub, name, email, email_verified: verified, picture } = decodeJwt(idToken)
      const person = readSocialPerson({ name, email, emailVerified: verified === true, photo: picture })
      return { ...person, sub }
    },
  }
}
