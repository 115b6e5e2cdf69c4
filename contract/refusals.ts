import {
  baysInUse,
  leastTotalCents,
  linesOfPrice,
  notesOfJob,
  passkeysOfAccount,
  photosOfReview,
} from './limits.ts'
import { formatCents } from './money.ts'
import { addressNotConfirmed } from './workshop/sheet-words.ts'

/**
 * Every refusal with its sentence for the user. A closed list: `server/http/refusal-status.ts` maps each code
 * to a status, and the reply is `{"error": sentence}` with the code in the header `x-refusal`.
 */
export const refusals = {
  malformed: 'We couldn’t read that request. Check it and try again.',
  not_json: 'Please send JSON.',
  too_large: 'That’s more than this page can accept.',
  not_found: 'Not found.',
  no_such_part: 'The file has no such part.',
  not_that_version: 'The file is not the one that was asked for.',
  method_not_allowed: 'This address does not take that kind of request.',
  not_signed_in: 'Please sign in first.',
  not_allowed: 'You don’t have permission to do this.',
  other_account:
    'You’re now signed in as someone else in this browser. Nothing was changed. Reload this page to continue.',
  foreign_origin: 'This request came from another site and was refused.',
  too_many_requests: 'Too many attempts. Please wait before you try again.',
  unavailable: 'Dashfit is not ready at the moment. Please try again shortly.',
  wrong_credentials: 'That email and password don’t match.',
  account_not_created: 'We couldn’t create this account. If you already have one with this email, sign in.',
  'auth/password-does-not-meet-requirements': 'This password doesn’t meet the requirements.',
  wrong_password: 'That’s not your password.',
  second_factor_required:
    'This needs a second factor. Please set one up on your account page, or sign in with your passkey.',
  second_factor_on: 'A second factor is already set up.',
  second_factor_off: 'No second factor is set up.',
  passkey_refused: 'That passkey is not accepted here. Please sign in another way.',
  too_many_passkeys: `You already have ${passkeysOfAccount} passkeys. Remove one you no longer use.`,
  email_not_proven: 'Confirm your email first. We can send you the link again.',
  last_sign_in: 'Set a password before you remove your last linked sign-in.',
  confirmation_wrong: 'That’s not this account’s email.',
  account_in_use: 'You have upcoming appointments. Cancel them first.',
  last_administrator: 'You’re the only administrator. Make someone else an administrator first.',
  // Standard codes of identity providers; a provider's own sentence replaces the one here.
  'auth/user-cancelled': 'Sign-in cancelled by user',
  'auth/account-exists-with-different-credential':
    'You already have an account with this email. Sign in the way you did before, then link this sign-in on your account page.',
  'auth/credential-already-in-use': 'That sign-in is already linked to another account.',
  'auth/provider-already-linked':
    'Another sign-in of this provider is linked already. Please remove that one first.',
  'auth/unauthorized-domain': 'This site is not among the domains that may use this sign-in.',
  'auth/redirect-not-whitelisted':
    "Facebook login is not properly configured. Please ensure you have whitelisted this application's domain in your Facebook Developer Console.",
  'auth/operation-not-allowed': 'This sign-in is not enabled.',
  'auth/missing-email':
    'No email address came with this sign-in. Please share one, or create an account with email and password.',
  'auth/network-request-failed': 'We couldn’t reach the sign-in provider. Try again.',
  'auth/timeout': 'This sign-in took too long, or was started in another browser. Try again.',
  'auth/internal-error': 'An error occurred during authentication.',
  'auth/invalid-id-token': 'This ID token is not accepted.',
  'auth/user-mismatch': 'This ID token is not of the person who is signed in.',
  'auth/user-disabled': 'This account is disabled.',
  'auth/multi-factor-auth-required': 'This account has a second factor. Please sign in on the login screen.',
  'auth/invalid-verification-code': 'That code isn’t right. Try again.',
  'auth/code-expired': 'This sign-in has expired. Start again.',
  'auth/requires-recent-login': 'Sign in again first, so we know it’s really you.',
  'auth/invalid-action-code': 'This link is no longer valid. Request a new one.',
  package_unknown: 'We don’t offer that package.',
  shop_unknown: 'That shop isn’t taking appointments.',
  vehicle_not_supported: 'We don’t support that vehicle.',
  package_not_for_vehicle: 'This package doesn’t fit this car.',
  fitment_answers_unknown: 'Those answers belong to another car. Please answer the questions again.',
  fitment_changed: 'Our fitment data for your car has changed. Please check the package again.',
  outcome_recorded: 'The outcome of this job is already recorded. Please reload the page.',
  review_answered: 'This fitment check is already closed. Nothing was changed.',
  condition_not_accepted: 'Please confirm the condition under which this package fits.',
  photo_not_readable: 'We can’t open that photo. Please choose another one.',
  too_many_photos: `You have sent ${photosOfReview} photos, the most we can take.`,
  too_many_notes: `This job has ${notesOfJob} notes, the most we can keep.`,
  fitment_version_stale:
    'The fitment data changed while you were editing. Your changes are still here. Compare them with the new version, then save again.',
  fitment_unsound: 'This change would break the fitment data.',
  day_not_bookable: 'That day can’t be booked. Choose another.',
  not_a_start_time: 'That isn’t one of the start times. Choose one from the list.',
  ends_after_closing: 'The installation would end after closing. Choose an earlier time.',
  bay_taken: 'That bay has another job then. Choose another time or bay.',
  bay_blocked: 'That bay is blocked then. Choose another time or bay.',
  jobs_in_the_way: 'Jobs lie in it: move them, or block around.',
  already_blocked: 'That time is blocked already.',
  bay_unknown: 'That bay is not in use. Choose another one.',
  address_not_confirmed: addressNotConfirmed,
  email_missing: 'Add an email, so that we can send the link.',
  appointment_moved: 'Someone else moved this appointment in the meantime. Look at it again.',
  slot_taken: 'That time was just taken. Choose another.',
  customer_blocked:
    'Booking is paused for your account. Your appointments are still on, and you can cancel them. To have this reviewed, reply to one of our emails.',
  too_many_appointments:
    'You’ve reached the limit of upcoming appointments for one account. Cancel one first.',
  own_appointment_then: 'You have another appointment at that time. Choose another time.',
  vehicle_has_appointment: 'This vehicle already has an appointment. Please change that one instead.',
  package_does_not_fit:
    'The new package takes longer and doesn’t fit at this time. Reschedule first, then change the package.',
  price_changed: 'The price has changed. Please review your order.',
  price_not_agreed:
    'The total is more than the customer agreed to. Ask the customer to agree first, or remove lines.',
  agreement_not_needed: 'There’s nothing to agree to: the total isn’t above what the customer agreed to.',
  total_too_low: `The total must be at least ${formatCents(leastTotalCents)}. For a job without a charge, cancel the appointment.`,
  extra_too_low: `A card can’t be charged less than ${formatCents(leastTotalCents)} on top of its hold. Change the lines, or take that part in cash.`,
  too_many_lines: `A price can have ${linesOfPrice} lines. Remove one first.`,
  tips_off: 'This shop takes no tips.',
  signature_missing: 'A tip needs the customer’s signature. Ask them to sign, or to give it by the link.',
  amount_too_high: 'That’s more than what is due.',
  refund_changed: 'Someone else made a refund in the meantime. Look at the payment again.',
  refund_too_high: 'That’s more than what can be refunded.',
  refund_above_limit: 'That’s more than a shop may refund. Ask an administrator.',
  terms_changed: 'The shop’s cancellation terms have changed. Please review your order.',
  fee_changed: 'The fee for cancelling has changed. Please look at it again. Nothing was cancelled.',
  capture_method_not_manual: 'We only hold your card when you book. We never charge it then.',
  appointment_not_changeable: 'This appointment can no longer be changed.',
  request_changed: 'This order was already sent with different details. Review it and try again.',
  claim_expired: 'We released the time because the payment wasn’t finished. Choose a time again.',
  card_refused: 'Your card was declined.',
  card_provider_unavailable:
    'We couldn’t reach our card provider, so we don’t know yet whether your card was held. Tap the button again. You won’t be booked twice.',
  card_check_under_way: 'We’re checking the card right now. Try again in a few seconds.',
  link_not_valid: 'This link is no longer valid. Open My Appointments instead.',
  shop_suspended:
    'Your shop is suspended. You can see its appointments, and capture each payment after the appointment has ended.',
  not_yet_ended: 'Your shop is suspended. The payment can be captured once the appointment has ended.',
  not_yet_started: 'The payment can be captured once the car has arrived or the appointment has started.',
  appointment_cancelled: 'This appointment is cancelled.',
  payment_disputed:
    'The customer disputed this payment with the bank. It can’t be refunded until the bank decides, so you can’t cancel it yet.',
  card_not_needed: 'This customer has nothing to confirm.',
  contact_merged: 'This contact was merged into another one. Open that one instead.',
  contact_changed: 'One of the contacts has changed in the meantime. Review both again.',
  merged_again: 'One of these contacts was merged again since. Undo that merge first.',
  merge_undone: 'This merge was already undone.',
  mail_out_of_date: 'The appointment has changed since this email. Check the newest one.',
  address_not_found: 'Address not found. Please check it, with city and state.',
  maps_unavailable: 'Geocoding failed',
  time_zone_unknown: 'That time zone is not known.',
  time_zone_in_use:
    'That time zone would change the times of upcoming appointments. Move or cancel them first.',
  shop_changed: 'The shop changed its name or address in the meantime. Review it again.',
  shop_was_approved: 'This shop was approved before. Please suspend it instead.',
  change_not_pending: 'This change was decided or replaced in the meantime. Review the shop again.',
  owner_not_proven: 'You can’t approve this shop yet: its owner hasn’t confirmed the account’s email.',
  closure_not_possible: 'These days can’t be closed. Choose others.',
  text_number_taken: 'Another shop has this number.',
  bay_name_taken: 'There’s already a bay with that name.',
  last_bay: 'A shop needs at least one bay in use.',
  too_many_bays: `A shop can have up to ${baysInUse} bays in use.`,
  texts_not_set_up: 'This shop has no number for text messages yet.',
  texts_not_agreed: 'This customer hasn’t agreed to text messages.',
  texts_stopped: 'This phone replied STOP. Only a START from that phone turns texts on again.',
  already_member: 'This person already works at your shop.',
  shop_not_approved: 'You can invite people once your shop is approved.',
  role_changed: 'Someone else changed this role in the meantime. Look at it again.',
  last_owner: 'A shop needs an owner. Make someone else an owner first.',
  invitation_over: 'This invitation is no longer valid. Ask the shop for a new one.',
  invitation_for_other: 'This invitation is for another email. Log out, then open it again.',
  not_a_member: 'This person does not work at the shop.',
  job_taken: 'Someone else has taken this job. Reload the page.',
  work_changed: 'Someone else has changed this job in the meantime. Look at it again.',
  not_paid: 'This appointment is not paid yet, so it has no receipt.',
  already_signed: 'The work is signed already.',
  wording_changed: 'The sentence to sign has changed. Reload the page and read it again.',
  phone_not_matching: 'Those are not the last 4 digits of the phone number that we have.',
  work_not_possible: 'That isn’t the next step of this job.',
  month_not_over:
    'This month isn’t over yet, so its statement can still change. Pay it after the month ends.',
  payout_changed:
    'Someone else recorded a payment of this statement in the meantime. Nothing was recorded. Look at it again.',
  payout_above_open: 'That is more than this statement has open.',
  correction_not_possible: 'That correction is larger than what was paid of this month.',
  payout_day_not_possible: 'Please give a day from the start of the month up to today.',
  email_taken: 'A shop cannot be registered with this email. If you already have an account, please sign in.',
} as const

export type RefusalCode = keyof typeof refusals

/** A refusal for one of the listed reasons. Any other exception is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Path of the invalid input field, e.g. 'vehicleInfo.vin'. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.sentence ?? refusals[code])
    this.name = 'Refusal'
    this.code = code
    this.field = details.field
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

export type RefusalDetails = {
  /** Replaces the list's sentence by a more exact one, e.g. that of the card provider. */
  sentence?: string
  field?: string
  retryAfterSeconds?: number
}

/** Throws a `Refusal`. */
export function refuse(code: RefusalCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}
