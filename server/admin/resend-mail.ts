import type { User } from '../../contract/identity/identity.ts'
import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { queueAgain } from '../notifications/queue-mail.ts'
import { isInScope } from './listed-appointment.ts'

/** Whether the actor may see a mail: an administrator every one, a shop those about its own appointments. */
async function isSeen(tx: Queryable, actor: User, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from outbox o
    left join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid
    left join shops s on s.id = a.shop_id
    where o.id = ${id} and ${isInScope(actor)}`.execute(tx)
  return rows.length > 0
}

/** Sends a mail again that was given up; once, however often it is asked. Refuses a missing and another shop's alike as `not_found`. */
export async function resendMail(context: Context, actor: User, id: string): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await context.database.db.transaction().execute(async (tx) => {
    if (!(await isSeen(tx, actor, id))) refuse('not_found')
    await queueAgain(tx, id, new Date(context.clock.now()), actor.id)
  })
  context.nudge('notifications.send-outbox')
}
