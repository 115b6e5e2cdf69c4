import type { FastifyReply, FastifyRequest } from 'fastify'
import { issueCode } from './authorization-codes.ts'
import { chooseAccount } from './choose-account.ts'
import { FACEBOOK_CLIENT } from './clients.ts'
import { sendErrorPage } from './provider-pages.ts'
import { addressWith, isRegistered, applySwitch, queryOf } from './social-context.ts'
import type { SocialContext } from './social-context.ts'

const SCOPES = ['public_profile', 'email']

export const DOMAIN_NOT_INCLUDED =
  "Can't Load URL: The domain of this URL isn't included in the app's domains. To be able to load this URL, add all " +
  'domains and subdomains of your app to the App Domains field in your app settings.'
const NOT_WHITELISTED =
  "URL Blocked: This redirect failed because the redirect URI is not whitelisted in the app's Client OAuth Settings. " +
  'Make sure Client and Web OAuth Login are on and add all your app domains as Valid OAuth Redirect URIs.'
const NOT_SET_UP =
  "App Not Setup: This app is still in development mode, and you don't have access to it. Switch to a registered test " +
  'user or ask an app admin for permissions.'

/** Error codes and messages of the dialog's callback, as observed at Facebook. */
const REPORTS: Partial<Record<string, readonly [code: string, message: string]>> = {
  not_enabled: ['1349126', NOT_SET_UP],
  domain_not_configured: ['1349048', DOMAIN_NOT_INCLUDED],
  not_whitelisted: ['1349168', NOT_WHITELISTED],
  server_error: ['2', 'Service temporarily unavailable'],
}

/** Facebook's Login dialog. An invalid request gets an error page without a redirect, as at Facebook. */
export async function answerFacebookDialog(
  context: SocialContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const switches = await applySwitch(context, 'facebook', reply)
  if (!switches) return reply
  const query = queryOf(request)
  const problem = switches.mode === 'error_page' ? NOT_ACTIVE : problemOf(context, query)
  if (problem !== undefined) {
    const [heading, says] = problem
    return sendErrorPage(reply, 'facebook', { status: 400, heading, says }, switches)
  }
  const redirectUri = query.get('redirect_uri') ?? ''
  // Every redirect carries the fragment, as at Facebook; browsers keep it over later redirects.
  const goBack = (parameters: Record<string, string>): FastifyReply =>
    reply.redirect(addressWith(redirectUri, { ...parameters, state: query.get('state') }, '_=_'), 302)
  const report = REPORTS[switches.mode]
  if (report) return goBack({ error_code: report[0], error_message: report[1] })

  const person = chooseAccount(request, reply, { provider: 'facebook', redirectUri, hint: '' }, switches)
  if (person === undefined) return reply
  if (person === 'cancelled') {
    return goBack({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    })
  }
  const code = issueCode(context.journal, 'AQ', {
    provider: 'facebook',
    person,
    redirectUri,
    scopes: scopesOf(query),
    nonce: query.get('nonce'),
    codeChallenge: query.get('code_challenge'),
  })
  return goBack({ code })
}

type Problem = readonly [heading: string, says: string]

const NOT_ACTIVE: Problem = [
  'App not active',
  'This app is not accessible right now and the app developer is aware of the issue. You will be able to log in when the ' +
    'app is reactivated.',
]

/** Separated by commas or spaces; the public profile alone when empty. */
function scopesOf(query: URLSearchParams): string[] {
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
  return scopes.length > 0 ? scopes : ['public_profile']
}

function problemOf(context: SocialContext, query: URLSearchParams): Problem | undefined {
  if (query.get('client_id') !== FACEBOOK_CLIENT.id) {
    return ['Invalid App ID', 'The provided app ID does not look like a valid app ID.']
  }
  if (!isRegistered(context, 'facebook', query.get('redirect_uri') ?? '')) {
    const [heading = '', says = ''] = NOT_WHITELISTED.split(': ')
    return [heading, says]
  }
  const type = query.get('response_type') ?? 'code'
  if (type !== 'code') return ['Invalid response_type', `Only code is answered here, not ${type}.`]
  const foreign = scopesOf(query).filter((scope) => !SCOPES.includes(scope))
  if (foreign.length > 0) return ['Invalid Scopes', `Invalid Scopes: ${foreign.join(', ')}.`]
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256') {
    return ['Invalid code_challenge_method', 'Only S256 is answered here.']
  }
  return undefined
}
