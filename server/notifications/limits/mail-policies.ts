import type { MailKind } from '../mail-kinds.ts'

export type MailPolicy = {
  /** Beyond the limit, staff get one digest. */
  audience: 'customer' | 'account' | 'staff'
  /** Whether an unproven address gets it, without typed text. */
  toUnproven: boolean
  /** Whether a proven address gets it beyond every limit, and it counts for none. */
  isUnlimited?: boolean
  /** Worthless once outdated: not sent then, even after an attempt that failed. */
  isForNow?: boolean
}

const customer: MailPolicy = { audience: 'customer', toUnproven: true }
const account: MailPolicy = { audience: 'account', toUnproven: true }
const changedLogin: MailPolicy = { ...account, isUnlimited: true }
const staff: MailPolicy = { audience: 'staff', toUnproven: true }

/**
 * The limits of every kind of mail. An unproven address may be a stranger's: about appointments it gets only
 * confirmation, card link, price to agree to and its agreement, moved (also with a package change), reminder,
 * ready, the earlier time that it waits for, cancelled, receipt, refund, news of its shop, and that mail
 * about it goes to another address.
 */
export const mailPolicies: Readonly<Record<MailKind, MailPolicy>> = {
  appointment_confirmed: customer,
  appointment_rescheduled: customer,
  package_changed: { ...customer, toUnproven: false },
  appointment_changed: customer,
  appointment_reminder: { ...customer, isForNow: true },
  appointment_ready: { ...customer, isForNow: true },
  sheet_mailed: { ...customer, toUnproven: false },
  earlier_time_open: { ...customer, isForNow: true },
  appointment_cancelled: customer,
  mail_address_changed: customer,
  payment_receipt: customer,
  payment_refunded: customer,
  card_confirmation_needed: customer,
  price_to_agree: { ...customer, isForNow: true },
  price_agreed: customer,
  card_requested: customer,
  fitment_photo_needed: customer,
  fitment_confirmed: customer,
  fitment_undecided: customer,
  shop_details_changed: customer,
  shop_not_available: customer,
  fitment_request_answered: account,
  address_proof: account,
  email_proof: account,
  email_code: { ...account, isUnlimited: true, isForNow: true },
  password_sign_in: account,
  account_exists: account,
  account_deleted: account,
  password_reset: changedLogin,
  password_changed: changedLogin,
  password_removed: changedLogin,
  sign_in_linked: changedLogin,
  passkey_changed: changedLogin,
  second_factor_changed: changedLogin,
  fitment_rule_reopened: staff,
  shop_appointment_booked: staff,
  shop_appointment_moved: staff,
  shop_package_changed: staff,
  shop_appointment_cancelled: staff,
  shop_day_sheet: { ...staff, isForNow: true },
  shop_done_not_charged: { ...staff, isForNow: true },
  shop_fitment_check: staff,
  shop_hold_failed: staff,
  shop_registered: staff,
  shop_awaits_approval: staff,
  shop_approved: staff,
  shop_suspended: staff,
  shop_rejected: staff,
  shop_change_requested: staff,
  shop_change_decided: staff,
  shop_invitation: { ...account, isForNow: true },
  shop_access_changed: account,
  payout_changed: staff,
  staff_digest: staff,
}

const kinds = Object.keys(mailPolicies) as MailKind[]

/** Kinds of mail to shops and administrators. */
export const staffKinds: readonly MailKind[] = kinds.filter((kind) => mailPolicies[kind].audience === 'staff')

/** Kinds of mail about an appointment to its customer. */
export const customerKinds: readonly MailKind[] = kinds.filter(
  (kind) => mailPolicies[kind].audience === 'customer',
)
