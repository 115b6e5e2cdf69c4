import type { FastifyInstance } from 'fastify'
import { answerSwitch, isRefusal } from '../switch.ts'
import { answerFacebookDialog } from './facebook-dialog.ts'
import { answerFacebookMe, answerFacebookToken } from './facebook-graph.ts'
import { answerGoogleAuthorization, googleIssuer } from './google-authorization.ts'
import { answerGoogleToken, answerGoogleUserInfo } from './google-tokens.ts'
import { mintIdToken } from './id-token.ts'
import { pictureOf } from './picture.ts'
import { publicKeys } from './signing-key.ts'
import { applySwitch } from './social-context.ts'
import type { SocialContext } from './social-context.ts'
import { currentSocial, parseSocialSwitch, setSocial } from './social-switch.ts'

/**
 * Google's OpenID Connect under /google and Facebook Login under /facebook, at the paths of their hosts, and
 * their fault switch.
 */
export function registerSocialSignIn(app: FastifyInstance, context: SocialContext): void {
  registerGoogle(app, context)
  registerFacebook(app, context)

  app.get<{ Params: { initials: string } }>('/social/pictures/:initials.svg', (request, reply) => {
    const picture = pictureOf(request.params.initials)
    if (picture === undefined) return reply.callNotFound()
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" })
      .send(picture)
  })

  app.get('/sandbox/social', () => currentSocial(context.journal))
  app.post('/sandbox/social', (request, reply) =>
    answerSwitch(request, reply, (fields) => {
      const given = parseSocialSwitch(fields, currentSocial(context.journal))
      if (!isRefusal(given)) setSocial(context.journal, given)
      return given
    }),
  )
  app.post('/sandbox/social/id-token', (request, reply) =>
    answerSwitch(request, reply, (fields) => mintIdToken(context.journal, googleIssuer(context), fields)),
  )
}

function registerGoogle(app: FastifyInstance, context: SocialContext): void {
  app.get('/google/.well-known/openid-configuration', async (_request, reply) => {
    if (!(await applySwitch(context, 'google', reply))) return reply
    return discoveryDocument(googleIssuer(context))
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/google/o/oauth2/v2/auth',
    handler: (request, reply) => answerGoogleAuthorization(context, request, reply),
  })
  app.post('/google/token', (request, reply) => answerGoogleToken(context, request, reply))
  app.get('/google/oauth2/v3/certs', async (_request, reply) => {
    if (!(await applySwitch(context, 'google', reply, ['exchange_down', 'keys_down']))) return reply
    reply.header('cache-control', 'public, max-age=19000, must-revalidate, no-transform')
    return publicKeys(context.journal)
  })
  app.get('/google/v1/userinfo', (request, reply) => answerGoogleUserInfo(context, request, reply))
}

function discoveryDocument(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    jwks_uri: `${issuer}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'picture',
      'sub',
    ],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code'],
    authorization_response_iss_parameter_supported: true,
  }
}

/**
 * Supported versions, oldest to newest in November 2026. An older one is answered as the oldest, as at
 * Facebook.
 */
const NEWEST_VERSION = 26

function registerFacebook(app: FastifyInstance, context: SocialContext): void {
  app.register(
    async (graph) => {
      graph.addHook<{ Params: { version: string } }>('onRequest', async (request, reply) => {
        const number = /^v(\d{1,2})\.\d$/.exec(request.params.version)?.[1]
        if (number !== undefined && Number(number) <= NEWEST_VERSION) return
        const message = `Unknown path components: /${request.params.version}`
        await reply
          .code(400)
          .send({ error: { message, type: 'OAuthException', code: 2500, fbtrace_id: 'A0' } })
      })
      graph.route({
        method: ['GET', 'POST'],
        url: '/dialog/oauth',
        handler: (request, reply) => answerFacebookDialog(context, request, reply),
      })
      graph.route({
        method: ['GET', 'POST'],
        url: '/oauth/access_token',
        handler: (request, reply) => answerFacebookToken(context, request, reply),
      })
      graph.get('/me', (request, reply) => answerFacebookMe(context, request, reply))
    },
    { prefix: '/facebook/:version' },
  )
}
