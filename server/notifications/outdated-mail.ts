import { sql, type RawBuilder } from 'kysely'
import { reminderHours } from '../../contract/booking/reminder-hours.ts'
import { deletedAddressPattern } from '../identity/deleted-person.ts'
import { codeLifetimeMs } from '../identity/email-codes/code-lifetime.ts'

/**
 * Whether a mail `o` of the outbox no longer matches its appointment `a`: the appointment has changed or
 * begun, the requested card hold is live, the mailed code has expired, the invitation has ended, the day of a
 * list is over, or the recipient's account was deleted. Mails about payments and cancellations never become
 * outdated.
 */
export function isOutdated(now: Date): RawBuilder<boolean> {
  return sql<boolean>`coalesce(case
    when o.recipient like ${deletedAddressPattern} then true
    when o.kind = 'shop_invitation' then not exists (select from shop_invitations i
      where i.shop_id = (o.payload ->> 'shopId')::integer and i.email = o.payload ->> 'email' and i.ended_at is null)
    when o.kind = 'email_code' then o.created_at <= ${new Date(now.getTime() - codeLifetimeMs)}
    when o.kind in ('appointment_confirmed', 'appointment_rescheduled', 'package_changed', 'appointment_changed',
        'shop_appointment_booked', 'shop_appointment_moved', 'shop_package_changed')
      then a.starts_at <= ${now} or (o.payload ->> 'sequence')::integer < a.sequence
    when o.kind = 'appointment_reminder'
      then a.state <> 'booked' or a.starts_at <= ${new Date(now.getTime() + reminderHours.last * 3_600_000)}
        or (o.payload ->> 'sequence')::integer < a.sequence
    when o.kind = 'earlier_time_open'
      then a.state <> 'booked' or a.starts_at <= ${now} or (o.payload ->> 'sequence')::integer < a.sequence
        or (o.payload -> 'openStarts' ->> 0)::timestamptz <= ${now}
    when o.kind in ('shop_day_sheet', 'shop_done_not_charged')
      then (o.payload ->> 'usefulUntil')::timestamptz <= ${now}
    when o.kind in ('card_confirmation_needed', 'shop_hold_failed')
      then a.state <> 'booked' or (o.payload ->> 'sequence')::integer < a.sequence
        or exists (select from holds h where h.appointment_id = a.id and h.status = 'live' and h.live_at > o.created_at)
    end, false)`
}
