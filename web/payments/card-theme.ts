import { useSyncExternalStore } from 'react'
import type { StripeCardElementOptions } from '@stripe/stripe-js'

const dark = typeof window === 'undefined' ? null : window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void) {
  dark?.addEventListener('change', listener)
  return () => dark?.removeEventListener('change', listener)
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** The card frame is a page of another origin: our style sheet does not reach it, so it is told the colours of the moment. */
export function useCardStyle(): NonNullable<StripeCardElementOptions['style']> {
  useSyncExternalStore(subscribe, () => dark?.matches ?? false)
  return {
    base: {
      color: token('--ink'),
      iconColor: token('--muted'),
      fontFamily: 'system-ui, -apple-system, "Segoe UI", sans-serif',
      fontSize: '16px',
      fontSmoothing: 'antialiased',
      '::placeholder': { color: token('--muted') },
    },
    invalid: { color: token('--bad'), iconColor: token('--bad') },
  }
}
