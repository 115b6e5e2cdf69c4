import { formatCents } from '../money.ts'

/** For the people of a shop, after a cancellation of what its customer paid there. */
export function giveBackSentence(leftAtShopCents: number): string {
  return `The customer paid ${formatCents(leftAtShopCents)} at the shop: give it back.`
}
