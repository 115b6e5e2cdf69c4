import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { countUse, findUsedUp, requireUnused } from '../identity/rate-limit.ts'

/** Nobody owns so many cards that are refused; whoever tries out stolen numbers does. */
const limit = { windowSeconds: 3600, max: 10 }

function keyOf(who: string): string {
  return `refused-cards:${who}`
}

/** What refuses those of them who had ten cards refused within an hour, as `too_many_requests`; the others have nothing. */
export async function findWithoutCards(
  db: Queryable,
  whos: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  const usedUp = await findUsedUp(db, whos.map(keyOf), limit)
  return new Map(
    whos.flatMap((who) => {
      const refusal = usedUp.get(keyOf(who))
      return refusal ? [[who, refusal]] : []
    }),
  )
}

/** Refuses as `too_many_requests` after ten refusals of a card within an hour. `who` is an account or a mailed link. */
export async function requireCardsLeft(db: Queryable, who: string): Promise<void> {
  await requireUnused(db, keyOf(who), limit)
}

/** Counts what refuses a card for somebody who may not try card after card (`requireCardsLeft`). */
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
