import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import type { ProductSettings } from '../../contract/settings/product-settings.ts'
import { loadCardProvider } from './card-provider.ts'

type CardLoading = { state: 'loading' | 'ready' | 'failed'; stripe: Stripe | null; retry: () => void }

const CardContext = createContext<CardLoading | null>(null)

export function useCardLoading(): CardLoading {
  const context = useContext(CardContext)
  if (!context) throw new Error('The card field stands outside its CardContextProvider')
  return context
}

type CardContextProviderProps = { cards: ProductSettings['cards']; children: ReactNode }

/**
 * Loads the card provider's script when it renders, and not before. The form around the card field renders at
 * once.
 */
export function CardContextProvider({ cards, children }: CardContextProviderProps) {
  const { scriptUrl, publishableKey } = cards
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [failed, setFailed] = useState(false)

  const load = useCallback(() => {
    loadCardProvider(scriptUrl, publishableKey).then(setStripe, () => setFailed(true))
  }, [scriptUrl, publishableKey])
  useEffect(load, [load])

  const retry = useCallback(() => {
    setFailed(false)
    load()
  }, [load])
  const state = stripe ? 'ready' : failed ? 'failed' : 'loading'
  const value = useMemo(() => ({ state, stripe, retry }) as const, [state, stripe, retry])
  return (
    <CardContext value={value}>
      <Elements stripe={stripe}>{children}</Elements>
    </CardContext>
  )
}
