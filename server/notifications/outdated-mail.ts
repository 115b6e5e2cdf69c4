import { sql, type RawBuilder } from 'kysely'
import { reminderHours } from '../../contract/booking/reminder-hours.ts'
import { deletedAddressPattern } from '../identity/deleted-person.ts'
import { codeLifetimeMs } from '../identity/email-codes/code-lifetime.ts'
import type { MailKind } from './mail-kinds.ts'
import { isHoldOfPrice } from '../payments/price/extra-purposes.ts'

const hoursAfter = (now: Date, hours: number) =>
  sql`${new Date(now.getTime() + hours * 3_600_000)}::timestamptz`

const isChanged = sql<boolean>`(o.payload ->> 'sequence')::integer < a.sequence`

/** The ways in which a mail `o` of the outbox stops to match, its appointment being `a`. */
const conditions = {
  endedInvitation: () => sql`not exists (select from shop_invitations i
    where i.shop_id = (o.payload ->> 'shopId')::integer and i.email = o.payload ->> 'email' and i.ended_at is null)`,
  expiredCode: (now) => sql`o.created_at <= ${new Date(now.getTime() - codeLifetimeMs)}`,
  changedAppointment: (now) => sql`a.starts_at <= ${now} or ${isChanged}`,
  lateReminder: (now) => sql`a.state <> 'booked' or a.work_state <> 'booked' or ${isChanged}
    or a.starts_at <= case when (o.payload ->> 'isSecond')::boolean
      then ${hoursAfter(now, reminderHours.second.last)} else ${hoursAfter(now, reminderHours.first.last)} end`,
  pastEarlierTime: (now) => sql`a.state <> 'booked' or a.starts_at <= ${now} or ${isChanged}
    or (o.payload -> 'openStarts' ->> 0)::timestamptz <= ${now}`,
  notReady: () => sql`a.state = 'cancelled' or a.work_state <> 'ready'`,
  paidPrice: () => sql`a.state <> 'booked'`,
  endedDay: (now) => sql`(o.payload ->> 'usefulUntil')::timestamptz <= ${now}`,
  liveHold: () => sql`a.state <> 'booked' or ${isChanged} or exists (select from holds h
    where h.appointment_id = a.id and h.status = 'live' and h.live_at > o.created_at
      and ${isHoldOfPrice})`,
} satisfies Record<string, (now: Date) => RawBuilder<unknown>>

/** The decision about each kind of mail. `never`: useful at any time, such as news of a payment. */
const outdatedBy: Readonly<Record<MailKind, keyof typeof conditions | 'never'>> = {
  appointment_confirmed: 'changedAppointment',
  appointment_rescheduled: 'changedAppointment',
  package_changed: 'changedAppointment',
  appointment_changed: 'changedAppointment',
  appointment_reminder: 'lateReminder',
  appointment_ready: 'notReady',
  sheet_mailed: 'never',
  earlier_time_open: 'pastEarlierTime',
  appointment_cancelled: 'never',
  mail_address_changed: 'never',
  payment_receipt: 'never',
  payment_refunded: 'never',
  card_confirmation_needed: 'liveHold',
  price_to_agree: 'paidPrice',
  price_agreed: 'never',
  card_requested: 'liveHold',
  fitment_photo_needed: 'never',
  fitment_confirmed: 'never',
  fitment_undecided: 'never',
  fitment_rule_reopened: 'never',
  fitment_request_answered: 'never',
  shop_details_changed: 'never',
  shop_not_available: 'never',
  shop_appointment_booked: 'changedAppointment',
  shop_appointment_moved: 'changedAppointment',
  shop_package_changed: 'changedAppointment',
  shop_appointment_cancelled: 'never',
  shop_day_sheet: 'endedDay',
  shop_done_not_charged: 'endedDay',
  shop_fitment_check: 'never',
  shop_hold_failed: 'liveHold',
  shop_registered: 'never',
  shop_awaits_approval: 'never',
  shop_approved: 'never',
  shop_suspended: 'never',
  shop_rejected: 'never',
  shop_change_requested: 'never',
  shop_change_decided: 'never',
  shop_invitation: 'endedInvitation',
  shop_access_changed: 'never',
  payout_changed: 'never',
  staff_digest: 'never',
  address_proof: 'never',
  password_reset: 'never',
  email_proof: 'never',
  email_code: 'expiredCode',
  password_sign_in: 'never',
  password_removed: 'never',
  password_changed: 'never',
  sign_in_linked: 'never',
  passkey_changed: 'never',
  second_factor_changed: 'never',
  account_exists: 'never',
  account_deleted: 'never',
}

const kinds = Object.keys(outdatedBy) as MailKind[]

/**
 * Whether a mail `o` of the outbox no longer matches its appointment `a`, by the decision about its kind. A
 * mail to a deleted account never does.
 */
export function isOutdated(now: Date): RawBuilder<boolean> {
  const branches = (Object.keys(conditions) as (keyof typeof conditions)[]).map((name) => {
    const ofThese = kinds.filter((kind) => outdatedBy[kind] === name)
    return sql`when o.kind = any(${ofThese}) then ${conditions[name](now)}`
  })
  return sql<boolean>`coalesce(case when o.recipient like ${deletedAddressPattern} then true
    ${sql.join(branches, sql` `)} end, false)`
}
