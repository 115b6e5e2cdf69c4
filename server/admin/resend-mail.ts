import type { User } from '../../contract/identity/identity.ts'
import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { queueAgain } from '../notifications/queue-mail.ts'
import { isInScope } from './listed-appointment.ts'
import { isOutOfDate } from './out-of-date-mail.ts'

type Seen = { isOld: boolean }

/** A mail that the actor may see: an administrator every one, a shop those about its own appointments. */
async function findSeen(tx: Queryable, actor: User, id: string, now: Date): Promise<Seen | undefined> {
  const { rows } = await sql<Seen>`
    select ${isOutOfDate(now)} as "isOld"
    from outbox o
    left join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid
    left join shops s on s.id = a.shop_id
    where o.id = ${id} and ${isInScope(actor)}`.execute(tx)
  return rows[0]
}

/**
 * Sends a mail again that was given up; once, however often it is asked. Refuses a missing and another shop's alike as `not_found`,
 * and one that says what is so no longer as `mail_out_of_date`.
 */
export async function resendMail(context: Context, actor: User, id: string): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await context.database.transaction(async (tx) => {
    const now = new Date(context.clock.now())
    const { isOld } = (await findSeen(tx, actor, id, now)) ?? refuse('not_found')
    if (isOld) refuse('mail_out_of_date')
    await queueAgain(tx, id, now, actor.id)
  })
  context.nudge('notifications.send-outbox')
}
