import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { PayoutStatement } from '../../contract/admin/payout-statement.ts'

/** Finds. */
export async function findStatement(
  context: Context,
  actor: User,
  shopId: number,
  month: string,
): Promise<PayoutStatement> {
  void [context, actor, shopId, month]
  return refuse('unavailable')
}
