import type { SocialMode, SocialOutcome, SocialProvider } from '../../contract/identity/social-sign-in.ts'
import { refuse, Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { brokenConstraint } from '../database/database-errors.ts'
import { betterAuthHeaders } from './better-auth-headers.ts'
import type { Device } from './device.ts'
import { findActor } from './find-actor.ts'
import { mailSignInLinked } from './identity-mails.ts'
import { identityProvider } from './identity-provider.ts'
import { inSocialFlow, openFlow, type SocialRefusal } from './social-flow.ts'
import { readLibraryError, readProviderError } from './social-refusals.ts'

const providerNames: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

/** The page that says how a social sign-in ended. */
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

/** What the identity library is asked for. Where it leads afterwards is made of the start alone, never of what a provider sends. */
function startOf({ provider, mode, flow }: Start, outcome: SocialOutcome) {
  const page = `${returnPage}?${new URLSearchParams({ provider, mode, flow }).toString()}`
  return {
    provider,
    callbackURL: `${page}&outcome=${outcome}`,
    errorCallbackURL: page,
    disableRedirect: true,
    // Facebook's page for a small window.
    ...(provider === 'facebook' && mode === 'popup' ? { additionalParams: { display: 'popup' } } : {}),
  }
}

/** Begins a sign-in with a provider. Returns the page of theirs to open, and the cookie that binds the answer to this browser. */
export async function startSocialSignIn(context: Context, device: Device, start: Start): Promise<Started> {
  requireSetUp(context, start.provider)
  const { headers, response } = await identityProvider(context).api.signInSocial({
    body: startOf(start, 'signed-in'),
    headers: betterAuthHeaders(device),
    returnHeaders: true,
  })
  return { url: String(response.url), cookies: headers.getSetCookie() }
}

/** Begins to link a provider's sign-in to the account of the session. Whether that may be is for the caller to judge. */
export async function startLinking(context: Context, device: Device, start: Start): Promise<Started> {
  requireSetUp(context, start.provider)
  const { headers, response } = await identityProvider(context).api.linkSocialAccount({
    body: startOf(start, 'linked'),
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

/** The page of this flow as its start made it; one without a flow where nobody knows any more which it was. */
function pageOf(location: string | null, provider: SocialProvider): URLSearchParams {
  const led = location !== null && location.startsWith(`${returnPage}?`)
  const query = new URLSearchParams(led ? location.slice(returnPage.length) : '')
  const [mode, flow] = [query.get('mode'), query.get('flow')]
  const page = new URLSearchParams({ provider: query.get('provider') ?? provider, mode: mode ?? 'redirect' })
  if (flow !== null) page.set('flow', flow)
  return page
}

/** Of each cookie the last line: the library sets a session and takes it back where a second factor is wanted. */
function lastOfEach(cookies: readonly string[]): string[] {
  return [...new Map(cookies.map((line) => [line.slice(0, line.indexOf('=')), line])).values()]
}

async function askLibrary(context: Context, device: Device, provider: SocialProvider, answer: Answer) {
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
    wantsCode: (await response.text()).includes('"twoFactorRedirect":true'),
    cookies: lastOfEach(response.headers.getSetCookie()),
  }
}

/** What people do themselves; every other reason is for whoever runs the product to look at. */
const usualRefusals: ReadonlySet<SocialRefusal> = new Set([
  'auth/user-cancelled',
  'auth/timeout',
  'auth/missing-email',
  'auth/account-exists-with-different-credential',
  'auth/credential-already-in-use',
  'auth/provider-already-linked',
])

/** What it means that somebody was faster: the database decides which of two sign-ins is written. */
const constraintCodes = new Map<string, SocialRefusal>([
  ['accounts_one_per_provider', 'auth/provider-already-linked'],
  ['accounts_provider_id_account_id_key', 'auth/credential-already-in-use'],
])

/** Whether the provider sent a refusal in place of a person. */
const isRefusal = ({ code, error, error_code: number }: Answer): boolean =>
  code === undefined && (error !== undefined || number !== undefined)

/**
 * Takes the provider's answer: opens the session, or links the sign-in to the account of the session that began to. Never refuses:
 * returns the address of the page that says how it ended, with the outcome in it.
 */
export async function finishSocialSignIn(
  context: Context,
  device: Device,
  provider: SocialProvider,
  answer: Answer,
): Promise<Finished> {
  const flow = openFlow()
  try {
    const actor = await findActor(context, device.cookies)
    flow.actorId = actor?.id ?? null
    const { location, error, wantsCode, cookies } = await inSocialFlow(flow, () =>
      askLibrary(context, device, provider, answer),
    )
    const page = pageOf(location, provider)
    if (wantsCode) return { address: addressOf(page, 'second-factor'), cookies }
    const outcome = new URLSearchParams(location?.split('?')[1]).get('outcome')
    if (error === null && (outcome === 'signed-in' || outcome === 'linked')) {
      if (outcome === 'linked' && actor) await mailSignInLinked(context, actor, { provider, linked: true })
      return { address: addressOf(page, outcome), cookies }
    }
    const refusal = flow.failure ?? readOutcome(provider, answer, error ?? '')
    if (!usualRefusals.has(refusal))
      context.log.warn({ provider, error, said: wordsOf(answer), err: flow.cause }, 'a social sign-in failed')
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

/** What the provider refused counts before what the library makes of it, once the state is known to be this browser's. */
function readOutcome(provider: SocialProvider, answer: Answer, error: string): SocialRefusal {
  const own = readLibraryError(error)
  const unknownState = own === 'auth/timeout' && answer['state'] !== undefined
  return isRefusal(answer) && !unknownState ? readProviderError(provider, answer) : own
}

/** What a provider says of a failure, without the code and the state of a sign-in. */
function wordsOf({ error, error_code, error_reason, error_description, error_message }: Answer) {
  return { error, error_code, error_reason, error_description, error_message }
}
