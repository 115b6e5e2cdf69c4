import { walletOf, type Wallet } from '../../contract/payments/card-brand.ts'
import type { HoldRow } from '../database/rows.ts'

/** The card of a hold as people see it; null when the provider gave no details. */
export function shownCardOf({
  card_brand: brand,
  card_last_four: lastFour,
  card_wallet: type,
}: Pick<HoldRow, 'card_brand' | 'card_last_four' | 'card_wallet'>): {
  brand: string
  lastFour: string
  wallet?: Wallet
} | null {
  if (brand === null || lastFour === null) return null
  const wallet = walletOf(type)
  return { brand, lastFour, ...(wallet && { wallet }) }
}
