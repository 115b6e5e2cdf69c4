import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { readAddressToken } from '../notifications/address-link.ts'
import { recordAddressProof } from '../notifications/customer-address.ts'
import { queueAddressProven } from './address-proven.ts'

/**
 * Proves the address of a mailed link: from now on mails about the customer's appointments that name it go
 * there, beginning with the confirmation of the upcoming ones. Repeating it changes nothing. Refuses a forged
 * and an outdated link as `link_not_valid`.
 */
export async function proveAddress(context: Context, token: string): Promise<void> {
  const named = readAddressToken(context, token) ?? refuse('link_not_valid')
  const now = context.clock.now()
  await context.database.transaction(async (tx) => {
    const proof = await recordAddressProof(tx, named, now)
    if (proof === 'over') refuse('link_not_valid')
    if (proof === 'known') return
    const upcoming = await tx
      .selectFrom('appointments')
      .selectAll()
      .where('customer_id', '=', named.customerId)
      .where((where) => where(where.fn('lower', ['customer_email']), '=', named.address))
      .where('state', '=', 'booked')
      .where('starts_at', '>', new Date(now))
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const appointment of upcoming.toSorted(
      (one, other) => Number(one.starts_at) - Number(other.starts_at),
    ))
      await queueAddressProven(tx, context, appointment)
  })
  context.triggerJob('notifications.send-outbox')
}
