import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { inScope, type Actor, type ShopScope } from '../identity/shop-scope.ts'
import { queueAgain } from '../notifications/queue-mail.ts'
import { isOutOfDate } from './out-of-date-mail.ts'

type Seen = { isOld: boolean }

/** A mail in scope: about an appointment of one of its shops; every mail in the scope of every shop. */
async function findSeen(tx: Queryable, scope: ShopScope, id: string, now: Date): Promise<Seen | undefined> {
  const { rows } = await sql<Seen>`
    select ${isOutOfDate(now)} as "isOld"
    from outbox o
    left join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid
    left join shops s on s.id = a.shop_id
    where o.id = ${id} and ${inScope(scope, 's.id')}`.execute(tx)
  return rows[0]
}

/**
 * Sends a mail again that was given up; once, however often it is asked. Refuses a missing and another shop's alike as `not_found`,
 * and one that says what is so no longer as `mail_out_of_date`.
 */
export async function resendMail(context: Context, actor: Actor, id: string): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await context.database.transaction(async (tx) => {
    const now = new Date(context.clock.now())
    const { isOld } = (await findSeen(tx, actor.scope, id, now)) ?? refuse('not_found')
    if (isOld) refuse('mail_out_of_date')
    await queueAgain(tx, id, now, actor.id)
  })
  context.nudge('notifications.send-outbox')
}
