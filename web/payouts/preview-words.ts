import type { ShopPayout } from '../../contract/admin/payouts.ts'
import { formatCents, formatSignedCents } from '../../contract/money.ts'

type Preview = { balance: Pick<ShopPayout['balance'], 'paidCents' | 'openCents'>; amountCents: number }

/** 'Paid $1,198.50, correction −$198.50, then $1,000.' */
export function correctionPreview({ balance, amountCents }: Preview): string {
  const [before, change, after] = [balance.paidCents, amountCents, balance.paidCents + amountCents]
  return `Paid ${formatSignedCents(before)}, correction ${formatSignedCents(change)}, then ${formatSignedCents(after)}.`
}

/** 'Nothing is open afterwards.' */
export function openAfterwards({ balance, amountCents }: Preview): string {
  const openCents = balance.openCents - amountCents
  if (openCents === 0) return 'Nothing is open afterwards.'
  return openCents > 0
    ? `${formatCents(openCents)} is open afterwards.`
    : `The shop owes ${formatCents(-openCents)} afterwards.`
}
