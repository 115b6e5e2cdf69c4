import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { useMedia } from '../ui/use-media.ts'

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/**
 * The card frame is a page of another origin without our style sheet, so it gets the current colors as
 * values.
 */
export function useCardStyle(): NonNullable<StripeCardElementOptions['style']> {
  useMedia('(prefers-color-scheme: dark)')
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
