import { sql } from 'kysely'
import type { Queryable } from '../../database/open-database.ts'
import type { DescribedLine } from './list-price-lines.ts'

/** The customer's agreement that counts: a later one takes the place of an earlier one. */
export async function findLatestAgreement(db: Queryable, appointmentId: string) {
  return db
    .selectFrom('price_agreements')
    .select(['total_cents', 'price_cents', 'signer_name', 'wording', 'agreed_at', 'agreed_via'])
    .select('card_cents')
    .select(sql<DescribedLine[]>`lines`.as('lines'))
    .where('appointment_id', '=', appointmentId)
    .where('ended_at', 'is', null)
    .orderBy('agreed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
