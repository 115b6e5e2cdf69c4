import type { Metadata } from './parameters.ts'
import type { FeatureSwitches } from './card-features.ts'
import type { CardBehaviour, CardBrand, CardFeature } from './test-cards.ts'

/**
 * The sandbox's records: Stripe's objects in their wire format, each with one field of our own, `sandbox`,
 * which no answer contains.
 */
export interface CustomerRecord {
  id: string
  object: 'customer'
  created: number
  deleted?: true
  name: string | null
  email: string | null
  phone: string | null
  description: string | null
  address: object | null
  shipping: null
  balance: 0
  currency: null
  default_source: null
  delinquent: false
  discount: null
  invoice_settings: {
    custom_fields: null
    default_payment_method: string | null
    footer: null
    rendering_options: null
  }
  livemode: false
  metadata: Metadata
  preferred_locales: string[]
  tax_exempt: 'none'
  test_clock: null
}

export interface BillingDetails {
  address: Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>
  email: string | null
  name: string | null
  phone: string | null
  tax_id: null
}

export interface CardFields {
  brand: CardBrand
  country: string
  exp_month: number
  exp_year: number
  fingerprint: string
  funding: string
  last4: string
}

export interface PaymentMethodRecord {
  id: string
  object: 'payment_method'
  type: 'card'
  created: number
  customer: string | null
  customer_account: null
  allow_redisplay: 'unspecified'
  billing_details: BillingDetails
  card: CardFields & Record<string, unknown>
  livemode: false
  metadata: Metadata
  sandbox: {
    behaviour: CardBehaviour
    /** Features that the card allows; none in records of older versions. */
    features?: readonly CardFeature[]
    setUpForOffSession: boolean
    /** Lifetime of this card's holds, when it was set for this card alone. */
    windows?: HoldWindows
    /** Charged once without a customer, or detached: Stripe refuses to use it again. */
    spent: boolean
  }
}

/** Lifetime of a hold in seconds, by whether the customer is present; null leaves it to the card's brand. */
export interface HoldWindows {
  onSession: number | null
  offSession: number | null
}

export type FeatureRequest = 'if_available' | 'never'

/** `payment_method_options.card` of a payment; a request for a feature appears only once it was made. */
export interface CardOptions {
  installments: null
  mandate_options: null
  network: null
  request_extended_authorization?: FeatureRequest
  request_incremental_authorization?: FeatureRequest
  request_overcapture?: FeatureRequest
  request_three_d_secure: string
}

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

export interface PaymentIntentRecord {
  id: string
  object: 'payment_intent'
  allowed_payment_method_types: string[] | null
  amount: number
  amount_capturable: number
  amount_details: { tip: object }
  amount_received: number
  application: null
  application_fee_amount: null
  automatic_payment_methods: { enabled: boolean; allow_redirects: 'always' | 'never' } | null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic' | 'automatic_async' | 'manual'
  client_secret: string
  confirmation_method: 'automatic' | 'manual'
  created: number
  currency: string
  customer: string | null
  customer_account: null
  description: string | null
  excluded_payment_method_types: null
  last_payment_error: object | null
  latest_charge: string | null
  livemode: false
  managed_payments: null
  metadata: Metadata
  next_action: object | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_configuration_details: null
  payment_method_options: { card: CardOptions }
  payment_method_types: string[]
  payment_record: null
  processing: null
  receipt_email: string | null
  review: null
  setup_future_usage: 'on_session' | 'off_session' | null
  shipping: null
  source: null
  statement_descriptor: string | null
  statement_descriptor_suffix: string | null
  status: PaymentStatus
  transfer_data: null
  transfer_group: string | null
  sandbox: {
    offSession: boolean
    authenticated: boolean
    /** Attempts to raise the held amount, declined ones included. */
    increments?: number
  }
}

export interface ChargeRecord {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  billing_details: BillingDetails
  captured: boolean
  created: number
  currency: string
  customer: string | null
  failure_code: string | null
  failure_message: string | null
  metadata: Metadata
  outcome: object
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: {
    type: 'card'
    card: CardFields & {
      amount_authorized: number | null
      capture_before?: number
      incremental_authorization: { status: 'available' | 'unavailable' }
      overcapture: { maximum_amount_capturable: number; status: 'available' | 'unavailable' }
    } & Record<string, unknown>
  }
  refunded: boolean
  status: 'succeeded' | 'failed'
  [more: string]: unknown
}

export interface RefundRecord {
  id: string
  object: 'refund'
  amount: number
  balance_transaction: null
  charge: string
  created: number
  currency: string
  customer: string | null
  customer_account: null
  destination_details: object
  metadata: Metadata
  payment_intent: string
  payment_method: string
  reason: string | null
  receipt_number: null
  source_transfer_reversal: null
  status: 'succeeded'
  transfer_reversal: null
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

export interface DisputeRecord {
  id: string
  object: 'dispute'
  amount: number
  balance_transactions: ({ amount: number; fee: number } & Record<string, unknown>)[]
  charge: string
  created: number
  currency: string
  enhanced_eligibility_types: string[]
  evidence: Record<string, unknown>
  evidence_details: {
    due_by: number
    enhanced_eligibility: object
    has_evidence: boolean
    past_due: boolean
    submission_count: number
    submission_method: 'manual' | 'not_submitted'
  }
  intended_submission_method: null
  is_charge_refundable: boolean
  livemode: false
  metadata: Metadata
  network_reason_code: string
  payment_intent: string
  payment_method_details: object
  reason: string
  status: DisputeStatus
}

export interface SetupIntentRecord {
  id: string
  object: 'setup_intent'
  allowed_payment_method_types: string[] | null
  application: null
  automatic_payment_methods: null
  cancellation_reason: string | null
  client_secret: string
  created: number
  customer: string | null
  customer_account: null
  description: string | null
  excluded_payment_method_types: null
  flow_directions: null
  last_setup_error: object | null
  latest_attempt: null
  livemode: false
  mandate: null
  metadata: Metadata
  next_action: object | null
  on_behalf_of: null
  payment_method: string | null
  payment_method_configuration_details: null
  payment_method_options: { card: { mandate_options: null; network: null; request_three_d_secure: string } }
  payment_method_types: string[]
  single_use_mandate: null
  status: Exclude<PaymentStatus, 'requires_capture'>
  usage: 'on_session' | 'off_session'
  sandbox: { authenticated: boolean }
}

export interface EventRecord {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export interface DeliveryRecord {
  event: string
  attempts: number
  state: 'pending' | 'delivered' | 'given_up'
  lastAnswer: string | null
}

export interface IdempotencyRecord {
  id: string
  fingerprint: string
  status: number
  body: string
  expiresAt: number
}

export type FaultMode =
  | 'none'
  | 'error_before'
  | 'error_after'
  | 'timeout'
  | 'drop_answer'
  | 'any'
  | 'rate_limit'
  | 'slow'
  | 'late'
  | 'wrong_amount'
  | 'wrong_status'
  | 'wrong_payment'
  | 'nonsense'
  | 'cut_off'
  | 'drip'
  | 'lie'

export interface FaultPlan {
  mode: FaultMode
  /** Number of requests that still fail; null means all. */
  count: number | null
  /** The share of requests that fail, 0 to 1. */
  share: number
  delayMs: number
  /** Whether GET requests fail too, not only POST. */
  reads: boolean
  /** Repeats the same faults in every run that sends the same requests; null is random each time. */
  seed: number | null
  /** Number of random decisions since the seed was set. */
  drawn: number
}

export interface WebhookSwitches {
  /** Events are stored and not delivered. */
  paused: boolean
  shuffle: boolean
  /** Each event is delivered once up to this many times. */
  repeat: number
}

/** The wallets that the browser offers, and the behavior of their buttons' frame. */
export interface WalletSwitches {
  applePay: boolean
  googlePay: boolean
  mode: 'normal' | 'load_error' | 'silent'
}

export interface ProcessorRecords {
  customer: CustomerRecord
  payment_method: PaymentMethodRecord
  payment_intent: PaymentIntentRecord
  charge: ChargeRecord
  refund: RefundRecord
  dispute: DisputeRecord
  setup_intent: SetupIntentRecord
  event: EventRecord
  delivery: DeliveryRecord
  idempotency: IdempotencyRecord
  faults: FaultPlan
  webhooks: WebhookSwitches
  cards: { windows: HoldWindows | null }
  wallets: WalletSwitches
  features: FeatureSwitches
}

export type StripeObjectKind = Exclude<
  keyof ProcessorRecords,
  'delivery' | 'idempotency' | 'faults' | 'webhooks' | 'cards' | 'wallets' | 'features'
>
