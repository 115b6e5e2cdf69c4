import { sql } from 'kysely'
import { ageOf, type Reading } from '../telemetry/gauges.ts'
import { findMailOutage } from './mail-outage.ts'

/** A mail that was given up counts for one day, so that the alert ends by itself. */
const givenUpMs = 86_400_000

export const notificationReadings: Reading[] = [
  {
    gauges: [
      {
        name: 'dashfit_mail_outage_seconds',
        help: 'How long the mail server has accepted no mail, 0 when it does or for less than 10 minutes.',
      },
    ],
    read: async (context) => {
      const outage = await findMailOutage(context)
      return { dashfit_mail_outage_seconds: ageOf(outage?.since, context.clock.now()) }
    },
  },
  {
    gauges: [
      { name: 'dashfit_outbox_mails', help: 'Mails that are still to be sent.' },
      {
        name: 'dashfit_outbox_oldest_seconds',
        help: 'The age of the oldest mail that is due or failed, 0 when there is none.',
      },
      { name: 'dashfit_outbox_given_up', help: 'Mails given up in the last day and not sent anew since.' },
      {
        name: 'dashfit_outbox_withheld',
        help: 'Mails of the last day beyond the limit of their address, not sent or summarized in a digest.',
      },
    ],
    read: async ({ database, clock }) => {
      const now = new Date(clock.now())
      const { rows } = await sql<{ mails: number; oldest: Date | null; given_up: number; withheld: number }>`
        select count(*)::integer as mails,
          min(created_at) filter (where attempts > 0 or due_at <= ${now}) as oldest,
          (select count(*)::integer from outbox gone where gone.given_up_at is not null and gone.sent_at is null and gone.withheld is null
            and gone.superseded_by is null and gone.given_up_at > ${new Date(now.getTime() - givenUpMs)}) as given_up,
          (select count(*)::integer from outbox w where w.withheld in ('limit', 'digest')
            and w.given_up_at > ${new Date(now.getTime() - givenUpMs)}) as withheld
        from outbox where sent_at is null and given_up_at is null`.execute(database.db)
      const [found] = rows
      return {
        dashfit_outbox_mails: found?.mails ?? 0,
        dashfit_outbox_oldest_seconds: ageOf(found?.oldest, now.getTime()),
        dashfit_outbox_given_up: found?.given_up ?? 0,
        dashfit_outbox_withheld: found?.withheld ?? 0,
      }
    },
  },
]
