import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { isUuid } from '../database/uuid.ts'
import { inScope, requireStillInScope, type Actor, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { queueAgain } from '../notifications/queue-mail.ts'
import { isOutdated } from '../notifications/outdated-mail.ts'

type ScopedMail = { isOld: boolean; shopId: number | null }

/** Finds a mail in scope. A mail without an appointment is only in the scope of all shops. */
async function findScopedMail(
  tx: Queryable,
  scope: ShopScope,
  id: string,
  now: Date,
): Promise<ScopedMail | undefined> {
  const { rows } = await sql<ScopedMail>`
    select ${isOutdated(now)} as "isOld", s.id as "shopId"
    from outbox o
    left join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid
    left join shops s on s.id = a.shop_id
    where o.id = ${id} and ${inScope(scope, 's.id')}`.execute(tx)
  return rows[0]
}

/**
 * Queues a mail again after its delivery failed permanently; idempotent. Refuses a missing mail and one
 * outside the scope with `not_found`, and an outdated one with `mail_out_of_date`.
 */
export async function resendMail(context: Context, actor: Actor, id: string): Promise<void> {
  if (!isUuid(id)) refuse('not_found')
  await context.database.transaction(async (tx) => {
    const now = new Date(context.clock.now())
    const { isOld, shopId } = (await findScopedMail(tx, actor.scope, id, now)) ?? refuse('not_found')
    if (shopId !== null) await requireStillInScope(tx, actor.scope, shopId)
    if (isOld) refuse('mail_out_of_date')
    await queueAgain(tx, id, now, actor.id)
  })
  context.triggerJob('notifications.send-outbox')
}
