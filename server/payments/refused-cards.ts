import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { countUse, requireUnused } from '../identity/rate-limit.ts'

/** Nobody owns so many cards that are refused; whoever tries out stolen numbers does. */
const limit = { windowSeconds: 3600, max: 10 }

/**
 * Does what may refuse a card, for somebody who may not try card after card: after ten refusals within an hour any further is
 * refused as `too_many_requests` without asking the provider. `who` is an account or a mailed link.
 */
export async function limitRefusedCards<Reply>(
  context: Context,
  who: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const key = `refused-cards:${who}`
  await requireUnused(context, key, limit)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'card_refused') await countUse(context, key, limit)
    throw error
  }
}
