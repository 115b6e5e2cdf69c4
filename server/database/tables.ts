import type { ConfirmedBy } from '../../contract/booking/appointment-link.ts'
import type { WeekStart } from '../../contract/shops/business-hours.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import type { Confidence, FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import type { Role, ShopRole } from '../../contract/identity/roles.ts'
import type { HoldState } from '../../contract/payments/hold-states.ts'
import type { LedgerMovement } from '../../contract/payments/payment-state.ts'
import type { FeedKind } from '../../contract/feeds/feeds.ts'
import type { PaysBy, ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import type { TextState } from '../../contract/texts/conversation.ts'
import type { PayoutMethod } from '../../contract/shops/shops.ts'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import type { PayoutTables } from './payout-tables.ts'
import type { PriceTables } from './price-tables.ts'
import type { WorkTables } from './work-tables.ts'

/** A jsonb column: read as a value, written as its JSON text. */
type Json = ColumnType<unknown, string, string>

/**
 * `booking`, `package`: with the customer present, for an order or a dearer package. `renewal`: off-session,
 * by the renewal job. `confirmation`: through the mailed link. `charge`: authorized and captured in one step,
 * when no hold is live. `duplicate`: a second payment that the provider made for a hold; it is only ever
 * refunded or released. `extra`: the part of the price above that hold, with the customer present;
 * `extra_off_session`: the same on the saved card. `fee`: for a no-show or a late cancellation, charged in
 * one step when no hold is left to take it from.
 */
export type HoldPurpose =
  | 'booking'
  | 'renewal'
  | 'confirmation'
  | 'package'
  | 'charge'
  | 'duplicate'
  | 'extra'
  | 'extra_off_session'
  | 'fee'

/**
 * Why a mail is not sent. `limit`: its recipient had enough. `unproven`: its kind needs a proven address.
 * `merged`: a later mail says the same and more. `outdated`: its appointment has changed while it waited.
 * `digest`: one mail lists it with others.
 */
export type WithheldReason = 'limit' | 'unproven' | 'merged' | 'outdated' | 'digest'

/** A row of fitment data: in force from the version `since` until the version `until`. */
type Versioned = { id: string; since: number; until: number | null }

/** Whether head units of a kind came with a function: never, as an option, or always. */
type Provision = 'none' | 'optional' | 'standard'

/** The answer to a review. `withdrawn`: by the customer. `unanswered`: too late for the appointment. */
export type ReviewOutcome =
  | 'fits'
  | 'fits_with_condition'
  | 'does_not_fit'
  | 'activation_only'
  | 'withdrawn'
  | 'unanswered'

/** Tables with a file of their own. */
type PartTables = PayoutTables & PriceTables & WorkTables

/** The tables as the migrations create them. `date` and `time` columns are strings, amounts integer cents. */
export type Tables = PartTables & {
  users: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    role: Generated<Role>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    two_factor_enabled: Generated<boolean>
    disabled_at: Date | null
    deleted_at: Date | null
  }
  accounts: {
    id: string
    user_id: string
    provider_id: string
    account_id: string
    password: string | null
    created_at: Generated<Date>
  }
  sessions: {
    id: string
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    passkey_id: string | null
  }
  passkeys: {
    id: string
    user_id: string
    name: string
    credential_id: string
    created_at: Generated<Date>
  }
  two_factors: {
    id: string
    user_id: string
    secret: string
    backup_codes: string
    verified: Generated<boolean>
    last_time_step: number | null
  }
  spent_tokens: { digest: string; expires_at: Date }
  password_reset_requests: { id: string; email: string; asked_at: Generated<Date> }
  email_codes: {
    id: string
    email: string
    code_hash: string | null
    tries: Generated<number>
    requested_at: Date
    answered_at: Date | null
    expires_at: Date
    used_at: Date | null
  }
  verifications: { id: string; identifier: string; value: string; expires_at: Date }
  packages: {
    id: number
    name: string
    price_cents: number
    shortest_minutes: number
    duration_minutes: number
    main_feature: string
    features: string[]
    image_url: string | null
  }
  shops: {
    id: Generated<number>
    owner_id: string | null
    business_name: string
    address: string
    time_zone: string
    status: 'pending' | 'approved' | 'suspended'
    payout_method: PayoutMethod | null
    latitude: number | null
    longitude: number | null
    created_at: Generated<Date>
    announced_at: ColumnType<Date | null, Date | null, Date | null>
    ever_approved: Generated<boolean>
    status_reason: Generated<string>
    matched_address: string | null
    is_rough: Generated<boolean>
    phone: string | null
    license_number: string | null
    warranty: string | null
    parking: string | null
    waiting_room: string | null
    shuttle: string | null
    contact_email: string | null
    text_number: string | null
    week_starts_on: Generated<WeekStart>
    /** The three of its cancellation terms; all null without a fee. */
    cancel_free_hours: number | null
    cancel_fee_cents: number | null
    cancel_fee_percent: number | null
    /** Thousandths of a percent; null while sales tax is off. */
    tax_rate: number | null
    takes_tips: Generated<boolean>
  }
  shop_members: {
    shop_id: number
    user_id: string
    role: ShopRole
    joined_at: Date
    muted_mails: Generated<string[]>
  }
  shop_day_mails: {
    shop_id: number
    kind: 'shop_day_sheet' | 'shop_done_not_charged'
    day: string
    queued_at: Date
  }
  shop_invitations: {
    id: string
    shop_id: number
    email: string
    role: ShopRole
    token_digest: Buffer
    invited_by: string
    invited_at: Date
    expires_at: Date
    ended_at: Date | null
    accepted_by: string | null
  }
  shop_change_requests: {
    id: GeneratedAlways<number>
    shop_id: number
    business_name: string | null
    address: string | null
    latitude: number | null
    longitude: number | null
    matched_address: string | null
    is_rough: Generated<boolean>
    time_zone: string | null
    requested_by: string
    requested_at: Date
    outcome: 'approved' | 'rejected' | 'withdrawn' | 'replaced' | null
    reason: Generated<string>
    decided_by: string | null
    decided_at: Date | null
  }
  shop_changes: {
    id: GeneratedAlways<number>
    shop_id: number
    setting: string
    old_value: string | null
    new_value: string | null
    actor_id: string | null
    changed_at: Date
  }
  shop_hours: {
    shop_id: number
    weekday: number
    is_open: boolean
    opens_at: string
    closes_at: string
  }
  shop_closures: {
    id: GeneratedAlways<number>
    shop_id: number
    first_day: string
    last_day: string
    reason: Generated<string>
  }
  bays: { id: Generated<number>; shop_id: number; name: string; in_use: Generated<boolean> }
  payout_details: { shop_id: number; field: string; sealed: Buffer; last_four: string }
  appointments: {
    id: string
    shop_id: number
    bay_id: number
    customer_id: string
    package_id: number
    price_cents: number
    starts_at: Date
    ends_at: Date
    state: AppointmentState
    claim_expires_at: Date | null
    customer_name: string
    customer_email: string
    customer_phone: string
    vehicle_year: number
    vehicle_make: string
    vehicle_model: string
    vehicle_vin: string | null
    sequence: Generated<number>
    created_at: Date
    hold_attempted_at: Date | null
    hold_failed_at: Date | null
    card_link_until: Date | null
    cancellation_reason: string | null
    /** The fee that the customer agreed to, and the instant from which a cancellation costs it. */
    cancel_fee_cents: number | null
    cancel_fee_from: Date | null
    reminded_of: Date | null
    reminded_soon_of: Date | null
    confirmed_of: Date | null
    confirmed_at: Date | null
    confirmed_by: ConfirmedBy | null
    confirmation_actor_id: string | null
    technician_id: string | null
    search_text: GeneratedAlways<string>
    contact_id: string | null
    find_text: GeneratedAlways<string>
    hours_waived: Generated<boolean>
    pays_by: Generated<PaysBy>
    card_due_at: Date | null
    booked_by: string | null
    fitment_override: string | null
    payer_id: string | null
    work_state: Generated<WorkState>
  }
  calendar_feeds: {
    shop_id: number
    user_id: string
    kind: FeedKind
    secret_hash: string
    created_at: Date
    last_read_at: Date | null
  }
  block_series: {
    shop_id: number
    id: string
    bay_ids: number[]
    first_day: string
    from_time: string
    until_time: string
    reason: string
    created_at: Date
    created_by: string | null
    ended_on: string | null
    written_through: string
  }
  blocks: {
    shop_id: number
    id: string
    bay_id: number
    starts_at: Date
    ends_at: Date
    reason: string
    state: 'active' | 'conflict' | 'skipped' | 'removed'
    series_id: string | null
    day: string | null
    created_at: Date
    created_by: string | null
    removed_at: Date | null
    removed_by: string | null
  }
  guests: {
    shop_id: number
    user_id: string
    /** Null once the record is deleted. */
    contact_id: string | null
    email: string | null
    claimed_by: string | null
    created_at: Date
  }
  shop_payments: {
    shop_id: number
    id: Generated<string>
    appointment_id: string
    amount_cents: number
    method: ShopPaymentMethod
    recorded_at: Date
    actor_id: string | null
    /** It completes the appointment; another one leaves a rest for the card. */
    is_final: Generated<boolean>
    /** The payment that was recorded by mistake. This row takes its amount off again. */
    removes: Generated<string | null>
  }
  order_requests: {
    customer_id: string
    idempotency_key: string
    order_digest: string
    appointment_id: string
    shop_id: number
    created_at: Date
  }
  claim_networks: { appointment_id: string; customer_id: string; network: string; claimed_at: Date }
  customer_limit_hits: {
    customer_id: string
    limit_name: string
    network: string
    hits: Generated<number>
    first_at: Date
    last_at: Date
  }
  customer_decisions: {
    id: GeneratedAlways<number>
    customer_id: string
    decision: 'block' | 'unblock' | 'lift'
    limit_name: string | null
    lifted_until: Date | null
    reason: string
    actor_id: string
    decided_at: Date
  }
  geocoded_addresses: { address_digest: string; answer: Json; asked_at: Date }
  card_attempts: {
    hold_id: string
    account_id: string
    network: string
    fingerprint: string
    tried_at: Date
    outcome: 'accepted' | 'authentication' | 'refused' | null
    answered_at: Date | null
  }
  provider_customers: { user_id: string; provider_customer_id: string; created_at: Date }
  provider_deletions: {
    user_id: string
    provider_customer_id: string | null
    email: string
    asked_at: Date
  }
  holds: {
    id: string
    appointment_id: string
    shop_id: number
    amount_cents: number
    payment_method_id: string
    attempt: Generated<number>
    provider_intent_id: string | null
    status: HoldState
    purpose: Generated<HoldPurpose>
    package_id: number | null
    live_at: Date | null
    capture_cents: number | null
    card_brand: string | null
    card_last_four: string | null
    /** As the provider spells it; null for a typed card. */
    card_wallet: string | null
    consent_button: string | null
    consent_text: string | null
    replaces_card: Generated<boolean>
    asked_until: Date | null
    looked_at: Date | null
    changed_at: Date
    capture_before: Date | null
    is_extended: Generated<boolean>
    can_increment: Generated<boolean>
    overcapture_cents: number | null
    captured_cents: number | null
    refunded_cents: number | null
    /** The part of the captured amount that is a fee and is not refunded with the rest; null for none. */
    fee_cents: number | null
    refusal_sentence: string | null
    /** The bank accepts no other charge on the card. */
    refusal_is_final: Generated<boolean>
    created_at: Date
    settled_at: Date | null
  }
  ledger: {
    id: GeneratedAlways<number>
    appointment_id: string
    shop_id: number
    /** Null for payments at the shop, sales tax and fees. */
    hold_id: string | null
    movement: LedgerMovement
    amount_cents: number
    provider_reference: string | null
    recorded_at: Date
    actor_id: string | null
  }
  provider_events: {
    id: string
    type: string
    provider_intent_id: string | null
    received_at: Date
    handled_at: Date | null
    /** The dispute of an event about one (`disputeSnapshot`). */
    dispute: ColumnType<unknown, string | null, string | null>
  }
  disputes: {
    id: string
    hold_id: string | null
    appointment_id: string | null
    shop_id: number | null
    provider_intent_id: string | null
    provider_charge_id: string | null
    status: string
    amount_cents: number
    reason: string
    due_at: Date | null
    opened_at: Date
    stated_at: Date
    looked_at: Date
  }
  evidence_downloads: {
    id: GeneratedAlways<number>
    appointment_id: string
    actor_id: string
    downloaded_at: Date
  }
  outbox: {
    id: string
    kind: string
    recipient: string
    payload: Json
    created_at: Date
    due_at: Date
    attempts: Generated<number>
    leased_until: Date | null
    sent_at: Date | null
    given_up_at: Date | null
    superseded_by: string | null
    actor_id: string | null
    last_error: string | null
    withheld: WithheldReason | null
    collects_changes: Generated<boolean>
    digest_id: string | null
    /** Sent without text that people typed; null before it is sent. */
    is_plain: boolean | null
    /** The shop's address for replies that it was sent with. */
    reply_to: string | null
  }
  mail_counts: { mail_id: string; mailbox: string; counted_at: Date }
  customer_addresses: { user_id: string; email: string; asked_at: Date; proven_at: Date | null }
  contact_changes: {
    id: GeneratedAlways<number>
    appointment_id: string
    shop_id: number
    field: 'name' | 'email' | 'phone'
    value_before: string
    value_after: string
    changed_at: Date
    actor_id: string | null
  }
  appointment_moves: {
    id: GeneratedAlways<number>
    appointment_id: string
    shop_id: number
    starts_before: Date
    starts_after: Date
    ends_before: Date
    ends_after: Date
    bay_before: number
    bay_after: number
    moved_at: Date
    actor_id: string | null
  }
  fitment_versions: { version: number; created_at: Date; created_by: string | null; reason: string }
  fitment_generations: Versioned & {
    make: string
    model: string
    chassis: string
    year_from: number
    year_to: number
    not_sold: string | null
    vin_patterns: Json
    question_ids: string[]
    confidence: Confidence
    sources: string[]
    shop_note: string
    checked_on: string | null
    checked_by: string | null
  }
  fitment_head_units: Versioned & {
    generation_id: string
    name: string
    year_from: number
    year_to: number
    screen_inches: ColumnType<string[], number[], number[]>
    car_play: Provision
    android_auto: Provision
    recognized_by: string
    answers: Json
  }
  fitment_questions: Versioned & { text: string; answers: Json }
  fitment_rules: Versioned & {
    generation_id: string
    head_unit_id: string | null
    question_id: string | null
    answer_value: string | null
    package_id: number
    outcome: FitmentOutcome
    customer_note: string
    shop_note: string
    extra_minutes: number
    extra_cents: number
    confidence: Confidence
    sources: string[]
  }
  fitment_verdicts: {
    id: GeneratedAlways<number>
    appointment_id: string
    shop_id: number
    package_id: number
    rule_version: number
    generation_id: string | null
    head_unit_id: string | null
    rule_ids: string[]
    answers: Json
    outcome: FitmentOutcome
    reason: string
    conditions: Json
    extra_minutes: number
    extra_cents: number
    decided_by: string | null
    decided_at: Date
  }
  fitment_reviews: {
    id: string
    shop_id: number
    appointment_id: string | null
    customer_id: string | null
    package_id: number
    contact_name: string | null
    contact_email: string | null
    vehicle_year: number
    vehicle_make: string
    vehicle_model: string
    vehicle_vin: string | null
    answers: Json
    reason: string
    opened_at: Date
    photo_asked_at: Date | null
    photo_asked_note: string | null
    customer_waits_at: Date | null
    outcome: ReviewOutcome | null
    note: Generated<string>
    answered_by: string | null
    answered_at: Date | null
  }
  fitment_photos: {
    id: string
    shop_id: number
    review_id: string
    storage_key: string
    bytes: number
    width: number
    height: number
    uploaded_at: Date
    deleted_at: Date | null
  }
  fitment_outcomes: {
    appointment_id: string
    shop_id: number
    outcome: 'fitted_as_sold' | 'fitted_with_extra' | 'did_not_fit' | 'had_it_already'
    head_unit_id: string | null
    note: Generated<string>
    extra_minutes: Generated<number>
    recorded_by: string
    recorded_at: Date
  }
  waiting_list: {
    appointment_id: string
    shop_id: number
    created_at: Date
    known_starts: Date[]
    known_before: Date
  }
  contacts: {
    id: string
    shop_id: number
    name: string
    phone: string | null
    email: string | null
    user_id: string | null
    merged_into: string | null
    created_at: Date
    created_by: string | null
    find_text: GeneratedAlways<string>
  }
  contact_notes: {
    id: GeneratedAlways<number>
    shop_id: number
    contact_id: string
    text: string
    author_id: string | null
    written_at: Date
  }
  contact_vehicles: {
    id: GeneratedAlways<number>
    shop_id: number
    contact_id: string
    vehicle_year: number
    vehicle_make: string
    vehicle_model: string
    vehicle_vin: string | null
    added_at: Date
    added_by: string | null
    find_text: GeneratedAlways<string>
  }
  contact_merges: {
    id: string
    shop_id: number
    kept_id: string
    merged_id: string
    moved_appointments: string[]
    moved_notes: number[]
    moved_vehicles: number[]
    name_before: string
    phone_before: string | null
    email_before: string | null
    user_before: string | null
    name_after: string
    phone_after: string | null
    email_after: string | null
    merged_at: Date
    merged_by: string
    undone_at: Date | null
    undone_by: string | null
  }
  text_consents: {
    id: string
    shop_id: number
    phone: string
    contact_id: string | null
    wording: string
    source: 'checkbox' | 'spoken' | 'start'
    actor_id: string | null
    given_at: Date
    withdrawn_at: Date | null
    withdrawn_by: 'stop' | 'person' | 'provider' | 'replaced' | null
  }
  text_stops: { shop_id: number; phone: string; stopped_at: Date }
  texts: {
    id: string
    shop_id: number
    appointment_id: string | null
    phone: string
    direction: 'out' | 'in'
    kind: string
    body: string
    state: TextState
    provider_sid: string | null
    error_code: number | null
    attempts: Generated<number>
    actor_id: string | null
    created_at: Date
    due_at: Date
    expires_at: Date | null
    leased_at: Date | null
    sent_at: Date | null
    read_at: Date | null
    once_key: string | null
  }
  text_events: {
    key: string
    kind: 'inbound' | 'status'
    fields: Json
    received_at: Date
    sequence: GeneratedAlways<number>
    handled_at: Date | null
  }
  installation: {
    only_row: Generated<boolean>
    id: Generated<string>
    swept_until: Date | null
    swept_at: Date | null
  }
  clock: { only_row: Generated<boolean>; offset_seconds: Generated<number> }
}
