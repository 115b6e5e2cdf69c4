import type { SocialClient } from '../../config.ts'

/** The version of Facebook's Graph API. */
const graphVersion = 'v23.0'

/**
 * Google's endpoints, and the issuers of its ID tokens in both documented spellings.
 * https://developers.google.com/identity/openid-connect/openid-connect#validatinganidtoken
 */
export function googleAddresses({ url }: SocialClient) {
  return {
    authorization: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${url ?? 'https://oauth2.googleapis.com'}/token`,
    keys: `${url ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
    issuers: url === undefined ? ['https://accounts.google.com', 'accounts.google.com'] : [url],
  }
}

/** Facebook's endpoints. https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export function facebookAddresses({ url }: SocialClient) {
  const graph = `${url ?? 'https://graph.facebook.com'}/${graphVersion}`
  return {
    authorization: `${url ?? 'https://www.facebook.com'}/${graphVersion}/dialog/oauth`,
    token: `${graph}/oauth/access_token`,
    me: `${graph}/me`,
  }
}
