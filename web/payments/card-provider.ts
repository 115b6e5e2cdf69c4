import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { trustedTypes } from '../trusted-types.ts'
import { waitForProvider } from './wait-for-provider.ts'

/**
 * Lets this page load scripts of the provider's origin only. The provider's code needs the default policy.
 * https://docs.stripe.com/security/guide#content-security-policy
 */
function allowScripts({ origin }: URL): void {
  if (trustedTypes?.defaultPolicy !== null) return
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, window.location.href).origin === origin ? url : null),
  })
}

let loading: Promise<Stripe> | null = null
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

/**
 * The card provider's script, loaded once from the server's address, in 20 seconds at most; after a failure
 * the next call retries.
 */
export function loadCardProvider(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  loading ??= waitForProvider(load(scriptUrl, publishableKey)).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
