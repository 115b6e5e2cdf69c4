import { useCallback, useEffect, useState } from 'react'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { slowAfterMs } from '../api/slow-requests.ts'
import { forgetCardProvider, loadCardProvider } from './card-provider.ts'

/**
 * `late`: neither script nor frame has answered for 8 seconds. `failed`: the script did not load.
 * `timed-out`: the frame has loaded, and then did not answer.
 */
export type CardLoadState = 'loading' | 'late' | 'failed' | 'ready' | 'timed-out'

export type CardLoad = {
  state: CardLoadState
  /** Number of this load: script, instance and frame belong together. */
  attempt: number
  stripe: Stripe | null
  /** The card's frame, once it can take input. */
  element: StripeCardElement | null
  takeElement: (element: StripeCardElement) => void
  reportTimeout: () => void
  reload: () => void
}

/**
 * Loads the card provider's script and waits for its frame. A load that has not ended begins again when the
 * browser is online again.
 */
export function useCardLoad(scriptUrl: string, publishableKey: string): CardLoad {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<CardLoadState>('loading')
  const [loaded, setLoaded] = useState<{ attempt: number; stripe: Stripe } | null>(null)
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null)
  const [element, setElement] = useState<StripeCardElement | null>(null)

  useEffect(() => {
    let isCurrent = true
    const late = setTimeout(() => setState((before) => (before === 'loading' ? 'late' : before)), slowAfterMs)
    loadCardProvider(scriptUrl, publishableKey).then(
      (stripe) => isCurrent && setLoaded({ attempt, stripe }),
      // An abandoned load fails too, before the next one is drawn.
      () => isCurrent && setFailedAttempt(attempt),
    )
    return () => {
      isCurrent = false
      clearTimeout(late)
    }
  }, [attempt, scriptUrl, publishableKey])

  const reload = useCallback(() => {
    forgetCardProvider()
    setElement(null)
    setState('loading')
    setAttempt((before) => before + 1)
  }, [])
  const takeElement = useCallback((ready: StripeCardElement) => {
    setElement(ready)
    setState('ready')
  }, [])
  const reportTimeout = useCallback(() => setState('timed-out'), [])

  // A frame that has loaded stays: it holds the typed card.
  const isWaiting = element === null
  useEffect(() => {
    if (!isWaiting) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isWaiting, reload])

  const stripe = loaded?.attempt === attempt ? loaded.stripe : null
  const hasFailed = element === null && failedAttempt === attempt
  return {
    state: hasFailed ? 'failed' : state,
    attempt,
    stripe,
    element,
    takeElement,
    reportTimeout,
    reload,
  }
}
