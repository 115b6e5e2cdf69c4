import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import type { ProductSettings } from '../../contract/settings/product-settings.ts'
import { useCardLoad, type CardLoad } from './use-card-load.ts'

const CardContext = createContext<CardLoad | null>(null)

export function useCardContext(): CardLoad {
  const context = useContext(CardContext)
  if (!context) throw new Error('The card field stands outside its CardContextProvider')
  return context
}

type CardContextProviderProps = { cards: ProductSettings['cards']; children: ReactNode }

/**
 * Loads the card provider's script when it renders, and not before. The form around the card field renders at
 * once, and keeps its inputs when the card field loads again.
 */
export function CardContextProvider({ cards, children }: CardContextProviderProps) {
  return <CardContext value={useCardLoad(cards.scriptUrl, cards.publishableKey)}>{children}</CardContext>
}
