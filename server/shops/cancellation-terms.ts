import type { CancellationTerms } from '../../contract/booking/cancellation-terms.ts'
import type { Queryable } from '../database/open-database.ts'
import type { ShopRow } from './own-shop.ts'

export const termsColumns = [
  'cancel_free_hours',
  'cancel_fee_cents',
  'cancel_fee_percent',
] as const satisfies (keyof ShopRow)[]

type TermsRow = Pick<ShopRow, (typeof termsColumns)[number]>

/** The cancellation terms of a shop; null without a fee. */
export function termsOf(row: TermsRow): CancellationTerms | null {
  const { cancel_free_hours: freeHours, cancel_fee_cents: feeCents, cancel_fee_percent: feePercent } = row
  return freeHours === null ? null : { freeHours, feeCents, feePercent }
}

/** The columns of given terms; none when they were not given. */
export function changedTerms(given: CancellationTerms | null | undefined): Partial<TermsRow> {
  if (given === undefined) return {}
  return {
    cancel_free_hours: given?.freeHours ?? null,
    cancel_fee_cents: given?.feeCents ?? null,
    cancel_fee_percent: given?.feePercent ?? null,
  }
}

/** The present cancellation terms of a shop; null without a fee. Under the shop's lock they do not change. */
export async function findTerms(db: Queryable, shopId: number): Promise<CancellationTerms | null> {
  const shop = await db.selectFrom('shops').select(termsColumns).where('id', '=', shopId).executeTakeFirst()
  return shop ? termsOf(shop) : null
}
