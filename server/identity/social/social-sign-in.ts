import type { SocialMode, SocialOutcome, SocialProvider } from '../../../contract/identity/social-sign-in.ts'
import { refuse, Refusal } from '../../../contract/refusals.ts'
import type { Context } from '../../context.ts'
import { brokenConstraint } from '../../database/database-errors.ts'
import { betterAuthHeaders } from '../sessions/better-auth-headers.ts'
import type { Device } from '../sessions/device.ts'
import { findSignedIn } from '../sessions/find-signed-in.ts'
import { isLinkedTo, recheckNewSession } from '../sessions/recheck-new-session.ts'
import { mailSignInLinked } from '../identity-mails.ts'
import { identityProvider } from '../identity-provider.ts'
import { inSocialFlow, openFlow, type SocialRefusal } from './social-flow.ts'
import { readLibraryError, readProviderError } from './social-refusals.ts'

const providerNames: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

/** The page that shows the result of a social sign-in. */
const returnPage = '/social-sign-in'

type Start = { provider: SocialProvider; mode: SocialMode; flow: string }
type Started = { url: string; cookies: string[] }

/** Refuses a provider that is not set up as `auth/operation-not-allowed`. */
export function requireSetUp(context: Context, provider: SocialProvider): void {
  if (context.config.social[provider]) return
  refuse('auth/operation-not-allowed', {
    sentence: `${providerNames[provider]} sign-in is not enabled.`,
  })
}

/** The request to better-auth. The return address comes from the start alone, never from the provider. */
function startRequest({ provider, mode, flow }: Start, outcome: SocialOutcome) {
  const page = `${returnPage}?${new URLSearchParams({ provider, mode, flow }).toString()}`
  return {
    provider,
    callbackURL: `${page}&outcome=${outcome}`,
    errorCallbackURL: page,
    disableRedirect: true,
    // Facebook's page for a popup.
    ...(provider === 'facebook' && mode === 'popup' ? { additionalParams: { display: 'popup' } } : {}),
  }
}

/**
 * Begins a sign-in with a provider. Returns the provider's page to open, and the cookie that binds the
 * callback to this browser.
 */
export async function startSocialSignIn(context: Context, device: Device, start: Start): Promise<Started> {
  requireSetUp(context, start.provider)
  const { headers, response } = await identityProvider(context).api.signInSocial({
    body: startRequest(start, 'signed-in'),
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  return { url: String(response.url), cookies: headers.getSetCookie() }
}

/** Begins to link a provider's sign-in to the session's account. The caller checks permission. */
export async function startLinking(context: Context, device: Device, start: Start): Promise<Started> {
  requireSetUp(context, start.provider)
  const { headers, response } = await identityProvider(context).api.linkSocialAccount({
    body: startRequest(start, 'linked'),
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  return { url: response.url, cookies: headers.getSetCookie() }
}

type Answer = Readonly<Record<string, unknown>>
type Finished = { address: string; cookies: string[] }

const addressOf = (page: URLSearchParams, outcome: SocialOutcome | SocialRefusal): string => {
  page.set('outcome', outcome)
  return `${returnPage}?${page.toString()}`
}

/** The return page with this flow's parameters; without a flow id when they are lost. */
function pageOf(location: string | null, provider: SocialProvider): URLSearchParams {
  const led = location !== null && location.startsWith(`${returnPage}?`)
  const query = new URLSearchParams(led ? location.slice(returnPage.length) : '')
  const [mode, flow] = [query.get('mode'), query.get('flow')]
  const page = new URLSearchParams({ provider: query.get('provider') ?? provider, mode: mode ?? 'redirect' })
  if (flow !== null) page.set('flow', flow)
  return page
}

/**
 * The last Set-Cookie header of each cookie: better-auth sets a session and revokes it when a second factor
 * is required.
 */
function lastOfEachCookie(cookies: readonly string[]): string[] {
  return [...new Map(cookies.map((line) => [line.slice(0, line.indexOf('=')), line])).values()]
}

async function callBetterAuth(context: Context, device: Device, provider: SocialProvider, answer: Answer) {
  const { code, state, error, error_description, iss } = answer
  const texts = Object.entries({ code, state, error, error_description, iss })
  const response = await identityProvider(context).api.callbackOAuth({
    method: 'GET',
    params: { id: provider },
    query: Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')),
    headers: betterAuthHeaders(device),
    asResponse: true,
  })
  const location = response.headers.get('location')
  return {
    location,
    error: new URLSearchParams(location?.split('?')[1]).get('error'),
    needsSecondFactor: (await response.text()).includes('"twoFactorRedirect":true'),
    cookies: lastOfEachCookie(response.headers.getSetCookie()),
  }
}

/** Refusals caused by the person; every other one is logged for the operator. */
const expectedRefusals: ReadonlySet<SocialRefusal> = new Set([
  'auth/user-cancelled',
  'auth/timeout',
  'auth/missing-email',
  'auth/account-exists-with-different-credential',
  'auth/credential-already-in-use',
  'auth/provider-already-linked',
])

/** Unique constraints that decide between two concurrent sign-ins. */
const constraintCodes = new Map<string, SocialRefusal>([
  ['accounts_one_per_provider', 'auth/provider-already-linked'],
  ['accounts_provider_id_account_id_key', 'auth/credential-already-in-use'],
])

/** Whether the provider sent an error in place of a code. */
const isRefusal = ({ code, error, error_code: number }: Answer): boolean =>
  code === undefined && (error !== undefined || number !== undefined)

/**
 * Handles the provider's callback: opens the session, or links the sign-in to the account of the session that
 * started it. Never refuses: returns the address of the result page, with the outcome in it.
 */
export async function finishSocialSignIn(
  context: Context,
  device: Device,
  provider: SocialProvider,
  answer: Answer,
): Promise<Finished> {
  const flow = openFlow()
  try {
    const actor = await findSignedIn(context, device.cookies)
    flow.actorId = actor?.id ?? null
    const { location, error, needsSecondFactor, cookies } = await inSocialFlow(flow, () =>
      callBetterAuth(context, device, provider, answer),
    )
    const page = pageOf(location, provider)
    if (needsSecondFactor) return { address: addressOf(page, 'second-factor'), cookies }
    const outcome = new URLSearchParams(location?.split('?')[1]).get('outcome')
    if (error === null && (outcome === 'signed-in' || outcome === 'linked')) {
      if (!(await recheckNewSession(context, cookies, isLinkedTo(provider))))
        return { address: addressOf(page, 'auth/timeout'), cookies: [] }
      if (outcome === 'linked' && actor) await mailSignInLinked(context, actor, { provider, linked: true })
      return { address: addressOf(page, outcome), cookies }
    }
    const refusal = flow.failure ?? readOutcome(provider, answer, error ?? '')
    if (!expectedRefusals.has(refusal))
      context.log.warn(
        { provider, error: error?.slice(0, loggedLength), said: errorFields(answer), err: flow.cause },
        'a social sign-in failed',
      )
    return { address: addressOf(page, refusal), cookies }
  } catch (error) {
    const page = pageOf(flow.leadsTo, provider)
    if (error instanceof Refusal && error.code === 'auth/user-disabled')
      return { address: addressOf(page, error.code), cookies: [] }
    const linkedMeanwhile = constraintCodes.get(brokenConstraint(error) ?? '')
    if (linkedMeanwhile) return { address: addressOf(page, linkedMeanwhile), cookies: [] }
    context.log.error({ err: error, provider }, 'a social sign-in failed')
    return { address: addressOf(page, 'auth/internal-error'), cookies: [] }
  }
}

/** The provider's error has precedence over better-auth's, once the state is known to be this browser's. */
function readOutcome(provider: SocialProvider, answer: Answer, error: string): SocialRefusal {
  const own = readLibraryError(error)
  const unknownState = own === 'auth/timeout' && answer['state'] !== undefined
  return isRefusal(answer) && !unknownState ? readProviderError(provider, answer) : own
}

/** Anyone can call the address of the callback, so a field in the log has this many characters at most. */
const loggedLength = 200
const loggedFields = ['error', 'error_code', 'error_reason', 'error_description', 'error_message']

/** A provider's error fields for the log, without the code and the state of a sign-in. */
function errorFields(answer: Answer): Record<string, string> {
  const texts = loggedFields.map((name) => [name, answer[name]] as const)
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text.slice(0, loggedLength)]] : [])),
  )
}
