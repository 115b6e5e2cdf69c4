import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'
import type { SocialClient } from '../../config.ts'
import { googleAddresses } from './social-addresses.ts'
import { readSocialPerson } from './social-person.ts'

/** Google as the identity library's generic provider. */
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
    // The library has verified the ID token before it asks; without one there is nobody.
    getUserInfo: async ({ idToken }) => {
      if (idToken === undefined) return null
      const { sub, name, email, email_verified: verified, picture } = decodeJwt(idToken)
      const person = readSocialPerson({ name, email, emailVerified: verified === true, photo: picture })
      return { ...person, sub }
    },
  }
}
