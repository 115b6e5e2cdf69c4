import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { trustedTypes } from '../trusted-types.ts'
import { ProviderTimeout, waitForProvider } from './wait-for-provider.ts'

/**
 * Lets this page load scripts of the provider's origin and its subdomains only. The provider's code needs the
 * default policy. https://docs.stripe.com/security/guide#content-security-policy
 */
function allowScripts({ origin, protocol, host }: URL): void {
  if (trustedTypes?.defaultPolicy !== null) return
  const isProvider = (url: URL) =>
    url.origin === origin || (url.protocol === protocol && url.host.endsWith(`.${host}`))
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (isProvider(new URL(url, window.location.href)) ? url : null),
  })
}

type Loading = { stripe: Promise<Stripe>; abandon: () => void }

let current: Loading | null = null
let tries = 0

/** The address of the next try: the browser would let the same one wait for a request that hangs. */
function nextAddress(scriptUrl: string): string {
  const url = new URL(scriptUrl)
  if (tries > 0) url.searchParams.set('try', String(tries))
  tries += 1
  return url.href
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    allowScripts(new URL(url))
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The card provider’s script did not load'))
    })
    document.head.append(script)
  })
}

async function load(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  // The loader uses an existing window.Stripe, so the script may come from any host.
  if (window.Stripe === undefined) await loadScript(nextAddress(scriptUrl))
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The card provider’s script is empty')
  return stripe
}

function startLoading(scriptUrl: string, publishableKey: string): Loading {
  let abandon: () => void = () => undefined
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => reject(new ProviderTimeout())
  })
  const started: Loading = {
    stripe: waitForProvider(Promise.race([load(scriptUrl, publishableKey), abandoned])).catch(
      (error: unknown) => {
        if (current === started) current = null
        throw error
      },
    ),
    abandon: () => abandon(),
  }
  return started
}

/**
 * The card provider's script, loaded once from the server's address, in 20 seconds at most; after a failure
 * the next call retries.
 */
export function loadCardProvider(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  current ??= startLoading(scriptUrl, publishableKey)
  return current.stripe
}

/**
 * Ends a load that is still running, and lets the next call begin anew: the frames of an instance that began
 * without a connection never answer.
 */
export function forgetCardProvider(): void {
  current?.abandon()
  current = null
}
