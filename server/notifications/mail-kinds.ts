import type * as z from 'zod/mini'
import { accountDeleted, describeAccountDeleted } from './kinds/account-deleted.ts'
import { accountExists, describeAccountExists } from './kinds/account-exists.ts'
import { addressProof, describeAddressProof } from './kinds/address-proof.ts'
import { appointmentChanged, describeChanged } from './kinds/appointment-changed.ts'
import { appointmentCancelled, describeCancelled } from './kinds/appointment-cancelled.ts'
import { appointmentConfirmed, describeConfirmed } from './kinds/appointment-confirmed.ts'
import { appointmentReady, describeReady } from './kinds/appointment-ready.ts'
import { appointmentReminder, describeReminder } from './kinds/appointment-reminder.ts'
import { appointmentRescheduled, describeRescheduled } from './kinds/appointment-rescheduled.ts'
import { cardConfirmationNeeded, describeCardConfirmation } from './kinds/card-confirmation-needed.ts'
import { describePriceAgreed, priceAgreed } from './kinds/price-agreed.ts'
import { describePriceToAgree, priceToAgree } from './kinds/price-to-agree.ts'
import { cardRequested, describeCardRequest } from './kinds/card-requested.ts'
import { describeEarlierTime, earlierTimeOpen } from './kinds/earlier-time-open.ts'
import { describeEmailCode, emailCode } from './kinds/email-code.ts'
import { describeEmailProof, emailProof } from './kinds/email-proof.ts'
import { describeFitmentConfirmed, fitmentConfirmed } from './kinds/fitment-confirmed.ts'
import { describePhotoNeeded, fitmentPhotoNeeded } from './kinds/fitment-photo-needed.ts'
import { describeRequestAnswered, fitmentRequestAnswered } from './kinds/fitment-request-answered.ts'
import { describeRuleReopened, fitmentRuleReopened } from './kinds/fitment-rule-reopened.ts'
import { describeUndecided, fitmentUndecided } from './kinds/fitment-undecided.ts'
import { describeMailAddressChanged, mailAddressChanged } from './kinds/mail-address-changed.ts'
import { describePackageChanged, packageChanged } from './kinds/package-changed.ts'
import { describePasskeyChanged, passkeyChanged } from './kinds/passkey-changed.ts'
import { describePasswordChanged, passwordChanged } from './kinds/password-changed.ts'
import { describePasswordRemoved, passwordRemoved } from './kinds/password-removed.ts'
import { describePasswordReset, passwordReset } from './kinds/password-reset.ts'
import { describePasswordSignIn, passwordSignIn } from './kinds/password-sign-in.ts'
import { describePayoutChanged, payoutChanged } from './kinds/payout-changed.ts'
import { describeReceipt, paymentReceipt } from './kinds/payment-receipt.ts'
import { describeRefunded, paymentRefunded } from './kinds/payment-refunded.ts'
import { describeSecondFactorChanged, secondFactorChanged } from './kinds/second-factor-changed.ts'
import { describeSheet, sheetMailed } from './kinds/sheet-mailed.ts'
import { describeShopApproved, shopApproved } from './kinds/shop-approved.ts'
import { describeAwaitsApproval, shopAwaitsApproval } from './kinds/shop-awaits-approval.ts'
import { describeShopAccessChanged, shopAccessChanged } from './kinds/shop-access-changed.ts'
import { describeShopInvitation, shopInvitation } from './kinds/shop-invitation.ts'
import { describeShopChangeDecided, shopChangeDecided } from './kinds/shop-change-decided.ts'
import { describeShopChangeRequested, shopChangeRequested } from './kinds/shop-change-requested.ts'
import { describeShopDetailsChanged, shopDetailsChanged } from './kinds/shop-details-changed.ts'
import { describeShopBooked, shopAppointmentBooked } from './kinds/shop-appointment-booked.ts'
import { describeShopCancelled, shopAppointmentCancelled } from './kinds/shop-appointment-cancelled.ts'
import { describeShopMoved, shopAppointmentMoved } from './kinds/shop-appointment-moved.ts'
import { describeShopPackageChanged, shopPackageChanged } from './kinds/shop-package-changed.ts'
import { describeDaySheet, shopDaySheet } from './kinds/shop-day-sheet.ts'
import { describeDoneNotCharged, shopDoneNotCharged } from './kinds/shop-done-not-charged.ts'
import { describeFitmentCheck, shopFitmentCheck } from './kinds/shop-fitment-check.ts'
import { describeShopHoldFailed, shopHoldFailed } from './kinds/shop-hold-failed.ts'
import { describeShopNotAvailable, shopNotAvailable } from './kinds/shop-not-available.ts'
import { describeShopRegistered, shopRegistered } from './kinds/shop-registered.ts'
import { describeShopRejected, shopRejected } from './kinds/shop-rejected.ts'
import { describeShopSuspended, shopSuspended } from './kinds/shop-suspended.ts'
import { describeSignInLinked, signInLinked } from './kinds/sign-in-linked.ts'
import { describeStaffDigest, staffDigest } from './kinds/staff-digest.ts'
import type { MailContent } from './mail-content.ts'
import { withoutTypedText } from './typed-text.ts'

function mailKind<Schema extends z.ZodMiniType>(
  schema: Schema,
  describe: (mail: z.output<Schema>, brandName: string) => MailContent,
) {
  return {
    schema,
    /** Renders a payload as content. Throws on a payload of another kind. */
    describe: (payload: unknown, brandName: string) => describe(schema.parse(payload), brandName),
    /** The same without text that a person typed, for a recipient whose address is unproven. */
    describePlain: (payload: unknown, brandName: string) =>
      describe(schema.parse(withoutTypedText(schema, payload)), brandName),
  }
}

/** Every kind of mail: the schema of its payload and its description. */
export const mailKinds = {
  appointment_confirmed: mailKind(appointmentConfirmed, describeConfirmed),
  appointment_rescheduled: mailKind(appointmentRescheduled, describeRescheduled),
  package_changed: mailKind(packageChanged, describePackageChanged),
  appointment_changed: mailKind(appointmentChanged, describeChanged),
  appointment_reminder: mailKind(appointmentReminder, describeReminder),
  appointment_ready: mailKind(appointmentReady, describeReady),
  sheet_mailed: mailKind(sheetMailed, describeSheet),
  earlier_time_open: mailKind(earlierTimeOpen, describeEarlierTime),
  appointment_cancelled: mailKind(appointmentCancelled, describeCancelled),
  mail_address_changed: mailKind(mailAddressChanged, describeMailAddressChanged),
  payment_receipt: mailKind(paymentReceipt, describeReceipt),
  payment_refunded: mailKind(paymentRefunded, describeRefunded),
  price_to_agree: mailKind(priceToAgree, describePriceToAgree),
  price_agreed: mailKind(priceAgreed, describePriceAgreed),
  card_requested: mailKind(cardRequested, describeCardRequest),
  card_confirmation_needed: mailKind(cardConfirmationNeeded, describeCardConfirmation),
  fitment_photo_needed: mailKind(fitmentPhotoNeeded, describePhotoNeeded),
  fitment_confirmed: mailKind(fitmentConfirmed, describeFitmentConfirmed),
  fitment_undecided: mailKind(fitmentUndecided, describeUndecided),
  fitment_rule_reopened: mailKind(fitmentRuleReopened, describeRuleReopened),
  fitment_request_answered: mailKind(fitmentRequestAnswered, describeRequestAnswered),
  shop_details_changed: mailKind(shopDetailsChanged, describeShopDetailsChanged),
  shop_not_available: mailKind(shopNotAvailable, describeShopNotAvailable),
  shop_appointment_booked: mailKind(shopAppointmentBooked, describeShopBooked),
  shop_appointment_moved: mailKind(shopAppointmentMoved, describeShopMoved),
  shop_package_changed: mailKind(shopPackageChanged, describeShopPackageChanged),
  shop_appointment_cancelled: mailKind(shopAppointmentCancelled, describeShopCancelled),
  shop_day_sheet: mailKind(shopDaySheet, describeDaySheet),
  shop_done_not_charged: mailKind(shopDoneNotCharged, describeDoneNotCharged),
  shop_fitment_check: mailKind(shopFitmentCheck, describeFitmentCheck),
  shop_hold_failed: mailKind(shopHoldFailed, describeShopHoldFailed),
  shop_registered: mailKind(shopRegistered, describeShopRegistered),
  shop_awaits_approval: mailKind(shopAwaitsApproval, describeAwaitsApproval),
  shop_approved: mailKind(shopApproved, describeShopApproved),
  shop_suspended: mailKind(shopSuspended, describeShopSuspended),
  shop_rejected: mailKind(shopRejected, describeShopRejected),
  shop_change_requested: mailKind(shopChangeRequested, describeShopChangeRequested),
  shop_change_decided: mailKind(shopChangeDecided, describeShopChangeDecided),
  shop_invitation: mailKind(shopInvitation, describeShopInvitation),
  shop_access_changed: mailKind(shopAccessChanged, describeShopAccessChanged),
  payout_changed: mailKind(payoutChanged, describePayoutChanged),
  staff_digest: mailKind(staffDigest, describeStaffDigest),
  address_proof: mailKind(addressProof, describeAddressProof),
  password_reset: mailKind(passwordReset, describePasswordReset),
  email_proof: mailKind(emailProof, describeEmailProof),
  email_code: mailKind(emailCode, describeEmailCode),
  password_sign_in: mailKind(passwordSignIn, describePasswordSignIn),
  password_removed: mailKind(passwordRemoved, describePasswordRemoved),
  password_changed: mailKind(passwordChanged, describePasswordChanged),
  sign_in_linked: mailKind(signInLinked, describeSignInLinked),
  passkey_changed: mailKind(passkeyChanged, describePasskeyChanged),
  second_factor_changed: mailKind(secondFactorChanged, describeSecondFactorChanged),
  account_exists: mailKind(accountExists, describeAccountExists),
  account_deleted: mailKind(accountDeleted, describeAccountDeleted),
}

export type MailKind = keyof typeof mailKinds

/** The payload of each kind of mail. */
export type MailPayload<Kind extends MailKind> = z.input<(typeof mailKinds)[Kind]['schema']>

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailKinds, kind)
}
