import { sql } from 'kysely'
import type { AttentionItem } from '../../contract/admin/attention.ts'
import type { Context } from '../context.ts'
import { inScope, type ShopScope } from '../identity/sessions/shop-scope.ts'
import { toBrief, type BriefRow } from './brief-appointment.ts'
import { isOutdated } from '../notifications/outdated-mail.ts'
import { nameOfMail } from './timeline-words.ts'

/** Undelivered mails older than this many days are not listed. */
const worthDays = 30

type Row = BriefRow & {
  mail_id: string
  kind: string
  recipient: string
  given_up_at: Date
  last_error: string | null
}

/**
 * Mails about appointments that permanently failed. Excludes outdated mails and those followed by a delivered
 * mail of the same kind to the same recipient.
 */
export async function listBouncedMails(context: Context, scope: ShopScope): Promise<AttentionItem[]> {
  const now = context.clock.now()
  const since = new Date(now - worthDays * 86_400_000)
  const { rows } = await sql<Row>`
    select o.id as mail_id, o.kind, o.recipient, o.given_up_at, o.last_error,
      a.id, a.starts_at, a.ends_at, a.customer_name, a.customer_phone, a.vehicle_year, a.vehicle_make, a.vehicle_model,
      a.vehicle_vin, s.business_name, s.time_zone, p.name as package_name
    from outbox o
    join appointments a on a.id = (o.payload ->> 'appointmentId')::uuid
    join shops s on s.id = a.shop_id
    join packages p on p.id = a.package_id
    where o.given_up_at > ${since} and o.sent_at is null and o.withheld is null
      and o.superseded_by is null and ${inScope(scope, 's.id')}
      and a.state <> 'released' and not ${isOutdated(new Date(now))}
      and not exists (select from outbox later where later.payload ->> 'appointmentId' = o.payload ->> 'appointmentId'
        and later.kind = o.kind and later.recipient = o.recipient and later.sent_at > o.given_up_at)
    order by o.given_up_at`.execute(context.database.db)
  return rows.map((row) => ({
    ...toBrief(row),
    reason: 'mail_bounced',
    sentence: `${nameOfMail(row.kind)} to ${row.recipient} could not be delivered. Please check the address with the person by phone.`,
    since: row.given_up_at.toISOString(),
    repair: 'resend_mail',
    mailId: row.mail_id,
    askedAt: null,
    answerBy: null,
  }))
}

/** The number of mails of the last day beyond the limit of their address. */
export async function countWithheldMails({ database, clock }: Context): Promise<number> {
  const { count } = await database.db
    .selectFrom('outbox')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('withheld', 'in', ['limit', 'digest'])
    .where('given_up_at', '>', new Date(clock.now() - 86_400_000))
    .executeTakeFirstOrThrow()
  return Number(count)
}
