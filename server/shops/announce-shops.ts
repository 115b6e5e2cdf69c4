import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { chiefOwner } from './shop-owners.ts'
import { queueAdministratorNews } from './queue-shop-news.ts'

type Row = { id: number; business_name: string; address: string; email: string }

/**
 * Mails the administrators about pending shops whose owners have proven their address, once each. A job finds
 * them, so that every way to prove an address counts.
 */
export async function announceShops(context: Context): Promise<void> {
  const at = new Date(context.clock.now())
  const announced = await context.database.transaction(async (tx) => {
    const { rows } = await sql<Row>`
      with due as (
        select s.id, u.email from shops s join users u on u.id = ${chiefOwner}
          where u.email_verified and u.disabled_at is null and s.announced_at is null and s.status = 'pending'
          order by s.id for no key update of s)
      update shops s set announced_at = ${at} from due where s.id = due.id
        returning s.id, s.business_name, s.address, due.email`.execute(tx)
    for (const { email, ...shop } of rows) await queueAdministratorNews(tx, context, shop, email)
    return rows.length
  })
  if (announced > 0) context.triggerJob('notifications.send-outbox')
}
