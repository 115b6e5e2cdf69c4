import { v7 as uuid } from 'uuid'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import { parseWallTime } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../database/database-errors.ts'
import { shareQuestions } from '../share-questions.ts'
import { claimByItself, claimFreeSlots, type Claiming, type ClaimOutcome } from './claim-slots.ts'
import type { FreshClaim } from './confirm-claim.ts'
import { chooseBay } from './find-free-bay.ts'
import { inTurn } from './in-turn.ts'
import { readShopDay } from './shop-day-reader.ts'

export type ClaimRequest = Pick<Claiming, 'order' | 'customerId' | 'request'>

/**
 * Those who claim while others do so claim together, in one transaction: a claim costs the database most of what it does for a statement and
 * not for a row. So many that the first does not wait long for the last. Whoever has to wait for a shop does so outside of it.
 */
const claimTogether = shareQuestions<Claiming, ClaimOutcome>({
  keyOf: ({ id }) => id,
  mostAtOnce: 16,
  ask: async (context, lot) => {
    try {
      return await claimFreeSlots(context, lot)
    } catch (error) {
      // Nobody fails with somebody else. Of a database that is away nobody knows whether it wrote them.
      if (lot.length > 1 && !isDatabaseDown(error)) return lot.map(() => null)
      throw error
    }
  },
})

/** How many claims of this process are under way. */
const underWay = new WeakMap<Context, number>()

async function claim(context: Context, claiming: Claiming): Promise<FreshClaim> {
  const others = underWay.get(context) ?? 0
  underWay.set(context, others + 1)
  try {
    // Who is alone has nobody to share with.
    const shared = others > 0 ? await claimTogether(context, claiming) : null
    const outcome = shared ?? (await claimByItself(context, claiming))
    if (outcome instanceof Refusal) throw outcome
    return outcome
  } finally {
    underWay.set(context, (underWay.get(context) ?? 1) - 1)
  }
}

/**
 * Takes a free bay for the order and writes down the hold that whoever called asks for next, all or nothing. The slot stays claimed for
 * 15 minutes. Refuses who had too many cards refused, an unsound order, and a start that is not free as
 * `slot_taken`.
 */
export async function claimSlot(
  context: Context,
  { order, customerId, request }: ClaimRequest,
): Promise<FreshClaim> {
  const now = context.clock.now()
  const start = parseWallTime(order.date) ?? refuse('malformed', { field: 'date' })
  const shopId = Number(order.shopId ?? builtInShopId)
  const packageId = Number(order.productId)
  const look = async (): Promise<void> => {
    const shopDay = await readShopDay(context, { shopId, day: start.day, now, packageId })
    const { durationMinutes } = shopDay
    if (durationMinutes === null) refuse('package_unknown', { field: 'productId' })
    chooseBay(shopDay, { ...start, durationMinutes })
  }
  const claiming: Claiming = { id: uuid(), order, customerId, request, shopId, packageId, start, now }
  return inTurn(context, shopId, look, () => claim(context, claiming))
}
