import type { FastifyReply, FastifyRequest } from 'fastify'
import { issueCode } from './authorization-codes.ts'
import { chooseAccount } from './choose-account.ts'
import { GOOGLE_CLIENT } from './clients.ts'
import { sendErrorPage } from './provider-pages.ts'
import { addressWith, isRegistered, applySwitch, queryOf } from './social-context.ts'
import type { SocialContext } from './social-context.ts'

interface AuthorizationRequest {
  redirectUri: string
  scopes: string[]
  state: string | null
  nonce: string | null
  codeChallenge: string | null
  prompt: string
  hint: string
}

interface Refusal {
  status: number
  code: string
  says: string
}

const SCOPES = ['openid', 'email', 'profile']
const LONG_SCOPES: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

export function googleIssuer(context: SocialContext): string {
  return `${context.sandboxUrl}/google`
}

/**
 * Google's authorization endpoint. An invalid request gets an error page without a redirect, as at Google.
 */
export async function answerGoogleAuthorization(
  context: SocialContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const switches = await applySwitch(context, 'google', reply)
  if (!switches) return reply
  const asked = readRequest(context, queryOf(request))
  if ('code' in asked || switches.mode === 'error_page') {
    const refusal = 'code' in asked ? asked : DISABLED
    return sendErrorPage(
      reply,
      'google',
      {
        status: refusal.status,
        heading: 'Access blocked: Authorization Error',
        says: refusal.says,
        code: `Error ${refusal.status}: ${refusal.code}`,
      },
      switches,
    )
  }
  const goBack = (parameters: Record<string, string | null>): FastifyReply =>
    reply.redirect(
      addressWith(asked.redirectUri, { state: asked.state, iss: googleIssuer(context), ...parameters }),
      302,
    )
  if (switches.mode === 'not_enabled') return goBack({ error: 'unauthorized_client' })
  if (switches.mode === 'server_error') return goBack({ error: 'server_error' })
  if (asked.prompt === 'none') return goBack({ error: 'interaction_required' })

  const { redirectUri, hint, scopes } = asked
  const person = chooseAccount(request, reply, { provider: 'google', redirectUri, hint }, switches)
  if (person === undefined) return reply
  if (person === 'cancelled') return goBack({ error: 'access_denied' })
  const { nonce, codeChallenge } = asked
  const code = issueCode(context.journal, '4/0A', {
    provider: 'google',
    person,
    redirectUri,
    scopes,
    nonce,
    codeChallenge,
  })
  return goBack({ code, scope: grantedScopes(scopes), authuser: '0', prompt: 'consent' })
}

const DISABLED: Refusal = { status: 401, code: 'disabled_client', says: 'The OAuth client was disabled.' }

/** Scope names as Google returns them: short and long. */
export function grantedScopes(scopes: readonly string[]): string {
  return [...scopes, ...scopes.map((scope) => LONG_SCOPES[scope])].filter(Boolean).join(' ')
}

function readRequest(context: SocialContext, query: URLSearchParams): AuthorizationRequest | Refusal {
  const invalid = (says: string): Refusal => ({ status: 400, code: 'invalid_request', says })
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1)
  if (repeated !== undefined) return invalid(`OAuth 2 parameters can only have a single value: ${repeated}`)
  const required = ['client_id', 'redirect_uri', 'response_type', 'scope']
  const missing = required.find((name) => !query.get(name))
  if (missing !== undefined) return invalid(`Missing required parameter: ${missing}`)
  const text = (name: string): string => query.get(name) ?? ''
  if (text('client_id') !== GOOGLE_CLIENT.id) {
    return { status: 401, code: 'invalid_client', says: 'The OAuth client was not found.' }
  }
  const redirectUri = text('redirect_uri')
  if (!isRegistered(context, 'google', redirectUri)) {
    const says = `You can't sign in to this app because it doesn't comply with Google's OAuth 2.0 policy. The redirect URI is not registered: ${redirectUri}`
    return { status: 400, code: 'redirect_uri_mismatch', says }
  }
  if (text('response_type') !== 'code') {
    const says = `Only the response type code is answered here, not ${text('response_type')}.`
    return { status: 400, code: 'unsupported_response_type', says }
  }
  const scopes = text('scope').split(' ').filter(Boolean)
  const foreign = scopes.filter((scope) => !SCOPES.includes(scope))
  if (foreign.length > 0 || !scopes.includes('openid')) {
    const says = `Some requested scopes were invalid or openid is missing: ${foreign.join(', ') || 'openid'}`
    return { status: 400, code: 'invalid_scope', says }
  }
  const codeChallenge = query.get('code_challenge')
  if (codeChallenge !== null && query.get('code_challenge_method') !== 'S256') {
    return invalid('Only the code challenge method S256 is answered here.')
  }
  return {
    redirectUri,
    scopes,
    state: query.get('state'),
    nonce: query.get('nonce'),
    codeChallenge,
    prompt: text('prompt'),
    hint: text('login_hint'),
  }
}
