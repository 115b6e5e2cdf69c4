/**
 * Every reason a request may be refused, with the sentence the person reads. One closed list: the server gives each a
 * status in `server/http/refusal-status.ts`, and answers `{"error": sentence}` with the code in the header `x-refusal`.
 */
export const refusals = {
  malformed: 'That request could not be read. Please check it and try again.',
  not_json: 'Please send JSON.',
  too_large: 'That is more than this page can take.',
  not_found: 'Not found.',
  method_not_allowed: 'This address does not take that kind of request.',
  not_signed_in: 'Please sign in first.',
  not_allowed: 'You may not do this.',
  foreign_origin: 'This request came from another site and was refused.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  unavailable: 'Dashfit is not ready at the moment. Please try again shortly.',
  wrong_credentials: 'The email or password is not right.',
  account_not_created:
    'This account could not be created. If you already have one with this email, please sign in.',
  'auth/password-does-not-meet-requirements': 'This password does not meet the requirements.',
  package_unknown: 'That package is not offered.',
  shop_unknown: 'That shop is not taking appointments.',
  vehicle_not_supported: 'That vehicle is not supported.',
  day_not_bookable: 'That day cannot be booked. Please choose another.',
  not_a_start_time: 'That is not one of the start times. Please choose one from the list.',
  ends_after_closing: 'The installation would end after closing. Please choose an earlier time.',
  slot_taken: 'That time was just taken. Please choose another.',
  package_does_not_fit:
    'The new package takes longer and does not fit at this time. Please reschedule first, then change the package.',
  price_changed: 'The price has changed. Please review your order.',
  capture_method_not_manual: 'The card is only held at booking, never charged.',
  appointment_not_changeable: 'This appointment can no longer be changed.',
  request_changed: 'This order was already sent with other details. Please review it and try again.',
  claim_expired: 'The time was released because the payment was not finished. Please choose a time again.',
  card_refused: 'Your card was declined.',
  card_provider_unavailable:
    'We could not reach the card provider, so we do not know yet whether your card was held. Please press the button again: you will not be booked twice.',
  card_check_under_way: 'The card is being checked at this moment. Please try again in a few seconds.',
  link_not_valid: 'This link is no longer valid. Please open My Appointments instead.',
  not_yet_started: 'The payment can be captured once the appointment has started.',
  appointment_cancelled: 'This appointment is cancelled.',
  card_not_needed: 'There is nothing to ask this customer for.',
  mail_out_of_date: 'The appointment has changed since this mail. A newer one says how it stands.',
  address_not_found: 'Address not found. Please check it, with city and state.',
  maps_unavailable: 'Geocoding failed',
  time_zone_unknown: 'That time zone is not known.',
  time_zone_in_use:
    'In that time zone, appointments to come would be at another time than their customers were told. Please move or cancel them first.',
  closure_not_possible: 'These days cannot be closed. Please choose others.',
  bay_name_taken: 'There is already a bay of that name.',
  last_bay: 'A shop needs one bay in use at least.',
  too_many_bays: 'A shop has 50 bays in use at most.',
  email_taken: 'A shop cannot be registered with this email. If you already have an account, please sign in.',
} as const

export type RefusalCode = keyof typeof refusals

/** A request that is refused for a reason from the list. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Path of the input field that caused it, e.g. 'vehicleInfo.vin'. */
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
  /** A more exact sentence than the list's own, e.g. the card provider's words. */
  sentence?: string
  field?: string
  retryAfterSeconds?: number
}

/** Refuses the request: throws, never returns. */
export function refuse(code: RefusalCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}
