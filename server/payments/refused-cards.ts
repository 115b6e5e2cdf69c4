import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { countUse, requireUnused } from '../identity/rate-limit.ts'

/** Card-testing limit: a customer owns few cards that are declined, a thief tries many stolen numbers. */
const limit = { windowSeconds: 3600, max: 10 }

function keyOf(who: string): string {
  return `refused-cards:${who}`
}

/** Refuses as `too_many_requests` after ten refusals of a card within an hour. `who` is an account or a mailed link. */
export async function requireCardsLeft(db: Queryable, who: string): Promise<void> {
  await requireUnused(db, keyOf(who), limit)
}

/** Counts declined cards per account or mailed link (card-testing limit, `requireCardsLeft`). */
export async function countRefusedCards<Reply>(
  context: Context,
  who: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'card_refused') await countUse(context, keyOf(who), limit)
    throw error
  }
}
