import type { Queryable } from '../database/open-database.ts'
import { withdrawTextConsent } from './consents.ts'

type Person = { shop_id: number; phone: string }

/** Ends the texts of a shop to a phone, also those in the queue. False where they had ended before. */
export async function stopTexts(tx: Queryable, person: Person, at: Date): Promise<boolean> {
  const added = await tx
    .insertInto('text_stops')
    .values({ shop_id: person.shop_id, phone: person.phone, stopped_at: at })
    .onConflict((conflict) => conflict.columns(['shop_id', 'phone']).doNothing())
    .returning('phone')
    .executeTakeFirst()
  if (!added) return false
  await withdrawTextConsent(tx, person, { by: 'stop', at })
  await stopQueuedTexts(tx, person)
  return true
}

/** Ends the texts of a shop to a phone that have not left yet. */
export async function stopQueuedTexts(tx: Queryable, person: Person): Promise<void> {
  await tx
    .updateTable('texts')
    .set({ state: 'stopped' })
    .where('shop_id', '=', person.shop_id)
    .where('phone', '=', person.phone)
    .where('state', '=', 'queued')
    .execute()
}
