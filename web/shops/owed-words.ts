import { brandName } from '../../contract/brand.ts'

/** Names the debtor of a balance: 'You owe Dashfit' for the shop, which has no name here. */
export function owedInWords(owedCents: number, shop: string | null): string {
  if (owedCents === 0) return 'Nothing owed'
  if (owedCents > 0) return `${brandName} owes ${shop ?? 'you'}`
  return shop === null ? `You owe ${brandName}` : `${shop} owes ${brandName}`
}
