import type { FastifyReply, FastifyRequest } from 'fastify'
import { findToken, isSame, issueToken, matchesChallenge, takeCode } from './authorization-codes.ts'
import { GOOGLE_CLIENT } from './clients.ts'
import { googleIssuer, grantedScopes } from './google-authorization.ts'
import { googleClaims, googleIdToken } from './id-token.ts'
import { formOf, applySwitch } from './social-context.ts'
import type { SocialContext } from './social-context.ts'

/** Google's token endpoint: exchanges a code for an access token and an ID token. */
export async function answerGoogleToken(
  context: SocialContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const switches = await applySwitch(context, 'google', reply, ['exchange_down'])
  if (!switches) return reply
  reply.header('cache-control', 'no-store')
  const refuse = (status: number, error: string, description: string): FastifyReply =>
    reply.code(status).send({ error, error_description: description })
  if (switches.mode === 'server_error') return refuse(500, 'internal_failure', 'Backend Error')
  if (switches.mode === 'disabled_client') {
    return refuse(401, 'disabled_client', 'The OAuth client was disabled.')
  }

  const form = formOf(request)
  const client = clientOf(request.headers.authorization, form)
  if (client.id !== GOOGLE_CLIENT.id) {
    return refuse(401, 'invalid_client', 'The OAuth client was not found.')
  }
  if (!isSame(client.secret, GOOGLE_CLIENT.secret)) return refuse(401, 'invalid_client', 'Unauthorized')
  if (form.get('grant_type') !== 'authorization_code') {
    return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
  }
  const taken = takeCode(context.journal, 'google', form.get('code'))
  if (taken.state === 'unknown') return refuse(400, 'invalid_grant', 'Malformed auth code.')
  if (taken.state !== 'good') return refuse(400, 'invalid_grant', 'Bad Request')
  const { record } = taken
  if (record.redirectUri !== form.get('redirect_uri')) {
    return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
  }
  const verifier = form.get('code_verifier')
  if (!matchesChallenge(record.codeChallenge, verifier)) {
    const how = verifier === null ? 'Missing' : 'Invalid'
    return refuse(400, 'invalid_grant', `${how} code verifier.`)
  }
  const claims = googleClaims(record.person, record.scopes, context.sandboxUrl)
  return reply.send({
    access_token: issueToken(context.journal, 'ya29.', record),
    expires_in: 3599,
    scope: grantedScopes(record.scopes),
    token_type: 'Bearer',
    id_token: googleIdToken(context.journal, googleIssuer(context), claims, record.nonce),
  })
}

/** By Basic (each half form-encoded, RFC 6749 2.3.1) or in the body. */
function clientOf(authorization: string | undefined, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^basic (.+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) {
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  const decode = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? ''
  return { id: decode(id), secret: decode(secret) }
}

/** Google's userinfo endpoint, for the bearer of an access token. */
export async function answerGoogleUserInfo(
  context: SocialContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(await applySwitch(context, 'google', reply, ['exchange_down']))) return reply
  const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = findToken(context.journal, 'google', bearer ?? null)
  if (!token) {
    return reply.code(401).send({ error: 'invalid_request', error_description: 'Invalid Credentials' })
  }
  return reply.send(googleClaims(token.person, token.scopes, context.sandboxUrl))
}
