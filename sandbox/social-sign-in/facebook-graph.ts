import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findToken, isSame, issueToken, matchesChallenge, takeCode } from './authorization-codes.ts'
import { FACEBOOK_CLIENT } from './clients.ts'
import { DOMAIN_NOT_INCLUDED } from './facebook-dialog.ts'
import { subjectOf } from './people.ts'
import { pictureUrl } from './picture.ts'
import { formOf, applySwitch, queryOf } from './social-context.ts'
import type { SocialContext } from './social-context.ts'
import type { TokenRecord } from './social-records.ts'

interface GraphError {
  message: string
  code: number
  subcode?: number
  type?: string
  status?: number
}

const UNAVAILABLE: GraphError = { message: 'Service temporarily unavailable', code: 2, status: 500 }

function refuse(
  reply: FastifyReply,
  { message, code, subcode, type, status = 400 }: GraphError,
): FastifyReply {
  return reply.code(status).send({
    error: {
      message,
      type: type ?? 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
    },
  })
}

/**
 * Facebook's exchange of a code for an access token, by GET or POST. Client credentials come in parameters
 * only.
 */
export async function answerFacebookToken(
  context: SocialContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const switches = await applySwitch(context, 'facebook', reply, ['exchange_down'])
  if (!switches) return reply
  reply.header('cache-control', 'no-store')
  if (switches.mode === 'server_error') return refuse(reply, UNAVAILABLE)
  if (switches.mode === 'exchange_domain_not_configured') {
    return refuse(reply, { message: DOMAIN_NOT_INCLUDED, code: 191 })
  }
  const asked = new URLSearchParams([...queryOf(request), ...formOf(request)])
  const text = (name: string): string => asked.get(name) ?? ''
  if (text('client_id') === '') return refuse(reply, { message: 'Missing client_id parameter.', code: 101 })
  if (text('client_id') !== FACEBOOK_CLIENT.id) {
    const message = 'Error validating application. Cannot get application info due to a system error.'
    return refuse(reply, { message, code: 101 })
  }
  if (!isSame(text('client_secret'), FACEBOOK_CLIENT.secret)) {
    return refuse(reply, { message: 'Error validating client secret.', code: 1 })
  }
  const taken = takeCode(context.journal, 'facebook', asked.get('code'))
  switch (taken.state) {
    case 'unknown':
      return refuse(reply, { message: 'Invalid verification code format.', code: 100 })
    case 'used':
      return refuse(reply, { message: 'This authorization code has been used.', code: 100, subcode: 36009 })
    case 'expired':
      return refuse(reply, { message: 'This authorization code has expired.', code: 100, subcode: 36007 })
    case 'good':
  }
  const { record } = taken
  if (record.redirectUri !== text('redirect_uri')) {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the ' +
      'OAuth dialog request'
    return refuse(reply, { message, code: 100, subcode: 36008 })
  }
  if (!matchesChallenge(record.codeChallenge, asked.get('code_verifier'))) {
    return refuse(reply, { message: 'Invalid code_verifier parameter.', code: 100 })
  }
  return reply.send({
    access_token: issueToken(context.journal, 'EAA', record),
    token_type: 'bearer',
    expires_in: 5_183_944,
  })
}

/** Facebook's `me`: the requested fields of the access token's person. */
export async function answerFacebookMe(
  context: SocialContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const switches = await applySwitch(context, 'facebook', reply, ['exchange_down'])
  if (!switches) return reply
  if (switches.mode === 'server_error') return refuse(reply, UNAVAILABLE)
  const query = queryOf(request)
  const bearer = /^(?:bearer|oauth) (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const given = query.get('access_token') ?? bearer
  if (given === undefined) {
    const message = 'An active access token must be used to query information about the current user.'
    return refuse(reply, { message, code: 2500 })
  }
  const token = findToken(context.journal, 'facebook', given)
  if (!token) {
    return refuse(reply, { message: 'Invalid OAuth access token - Cannot parse access token', code: 190 })
  }
  const proof = query.get('appsecret_proof')
  const expected = createHmac('sha256', FACEBOOK_CLIENT.secret).update(given).digest('hex')
  if (proof !== null && !isSame(proof, expected)) {
    const message = 'Invalid appsecret_proof provided in the API argument'
    return refuse(reply, { message, code: 100, type: 'GraphMethodException' })
  }
  const profile = profileOf(context, token)
  const fields = (query.get('fields') ?? 'id,name').split(',').map((field) => field.trim())
  const foreign = fields.find((field) => !Object.hasOwn(profile, field))
  if (foreign !== undefined) {
    const message = `(#100) Tried accessing nonexisting field (${foreign}) on node type (User)`
    return refuse(reply, { message, code: 100 })
  }
  const chosen = [...new Set([...fields, 'id', ...Object.keys(token.person.claims)])]
  return reply.send(Object.fromEntries(chosen.map((field) => [field, profile[field]])))
}

/** Unshared fields are undefined, which leaves them out of the answer. */
function profileOf(context: SocialContext, { person, scopes }: TokenRecord): Record<string, unknown> {
  const [first, ...rest] = person.name.split(' ')
  return {
    id: subjectOf('facebook', person.email),
    name: person.name,
    first_name: first,
    last_name: rest.join(' ') || undefined,
    email: scopes.includes('email') && person.sharesEmail ? person.email : undefined,
    picture: {
      data: { height: 50, is_silhouette: false, url: pictureUrl(context.sandboxUrl, person.name), width: 50 },
    },
    ...person.claims,
  }
}
