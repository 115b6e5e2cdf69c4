import { createHmac } from 'node:crypto'
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import * as z from 'zod/mini'
import type { SocialClient } from '../../config.ts'
import { facebookAddresses } from './social-addresses.ts'
import { readSocialPerson } from './social-person.ts'

const profile = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  picture: z.optional(
    z.object({
      data: z.optional(z.object({ url: z.optional(z.string()), is_silhouette: z.optional(z.boolean()) })),
    }),
  ),
})
type FacebookProfile = z.infer<typeof profile>

/**
 * The profile behind an access token. Throws the error body with its status, or the fetch's own error.
 * `appsecret_proof` shows that the request is ours.
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
async function fetchProfile(client: SocialClient, accessToken: string): Promise<FacebookProfile> {
  const url = new URL(facebookAddresses(client).me)
  url.searchParams.set('fields', 'id,name,email,picture')
  url.searchParams.set(
    'appsecret_proof',
    createHmac('sha256', client.clientSecret).update(accessToken).digest('hex'),
  )
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'error',
    signal: AbortSignal.timeout(8000),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw Object.assign({}, body, { status: response.status })
  return z.parse(profile, body)
}

/** Facebook as a generic provider of better-auth. */
export function facebookConfig(client: SocialClient): GenericOAuthConfig {
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
      const { id, name, email, picture } = await fetchProfile(client, accessToken)
      const photo = picture?.data?.is_silhouette === true ? undefined : picture?.data?.url
      // Facebook has no claim for a verified address.
      return { ...readSocialPerson({ name, email, emailVerified: false, photo }), id }
    },
  }
}
