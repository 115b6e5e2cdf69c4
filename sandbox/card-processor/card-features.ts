import type { Journal, Reader } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'
import { NETWORK_RULES } from './network-rules.ts'
import type { Parameters } from './parameters.ts'
import { invalidRequest } from './processor-error.ts'
import type { CardOptions, PaymentIntentRecord, PaymentMethodRecord, ProcessorRecords } from './records.ts'
import type { CardFeature } from './test-cards.ts'

/** `by_card`: only cards that allow it. `all`: every card whose network has it for this trade. */
export const FEATURE_GRANTS = ['none', 'by_card', 'all'] as const
export type FeatureGrant = (typeof FEATURE_GRANTS)[number]

/** Which cards are granted each feature, and whether this account may ask for them at all. */
export interface FeatureSwitches extends Record<CardFeature, FeatureGrant> {
  eligible: boolean
}

const BY_CARD: FeatureSwitches = {
  extended: 'by_card',
  incremental: 'by_card',
  overcapture: 'by_card',
  eligible: true,
}

export function currentFeatures(records: Reader<ProcessorRecords>): FeatureSwitches {
  return records.get('features', 'features') ?? BY_CARD
}

/**
 * Parses `{extended?, incremental?, overcapture?, eligible?}`; missing fields stay, anything else is refused
 * with a sentence.
 */
export function parseFeatureSwitches(before: FeatureSwitches, fields: Fields): FeatureSwitches | string {
  const unknown = unknownField(fields, Object.keys(BY_CARD))
  if (unknown !== undefined) return unknown
  if (Object.keys(fields).length === 0) return 'Give extended, incremental, overcapture or eligible'
  const after = { ...before }
  for (const feature of ['extended', 'incremental', 'overcapture'] as const) {
    const given = fields[feature] ?? before[feature]
    const grant = FEATURE_GRANTS.find((one) => one === given)
    if (!grant) return `${feature} must be one of ${FEATURE_GRANTS.join(', ')}`
    after[feature] = grant
  }
  const { eligible = before.eligible } = fields
  if (typeof eligible !== 'boolean') return 'eligible must be true or false'
  return { ...after, eligible }
}

export function setFeatures(journal: Journal<ProcessorRecords>, switches: FeatureSwitches): void {
  journal.transaction((records) => records.put('features', 'features', switches))
}

const REQUESTS = {
  extended: 'request_extended_authorization',
  incremental: 'request_incremental_authorization',
  overcapture: 'request_overcapture',
} as const satisfies Record<CardFeature, keyof CardOptions>

/** The card options of a payment after a request, which names them under `payment_method_options[card]`. */
export function cardOptions(parameters: Parameters, before: CardOptions): CardOptions {
  const given = parameters.nested('payment_method_options')?.nested('card')
  if (!given) return before
  const after: CardOptions = {
    ...before,
    request_three_d_secure:
      given.oneOf('request_three_d_secure', ['any', 'automatic', 'challenge']) ??
      before.request_three_d_secure,
  }
  for (const name of Object.values(REQUESTS)) {
    const request = given.oneOf(name, ['if_available', 'never'])
    if (request !== undefined) after[name] = request
  }
  return after
}

function isRequested(intent: PaymentIntentRecord, feature: CardFeature): boolean {
  return intent.payment_method_options.card[REQUESTS[feature]] === 'if_available'
}

/**
 * Refuses a payment that asks for features which this account may not use. `if_available` is soft for a card
 * and hard for an account: without IC+ pricing Stripe refuses the confirmation, with this code and sentence
 * (https://github.com/activemerchant/active_merchant/pull/5417).
 */
export function requireEligible(records: Reader<ProcessorRecords>, intent: PaymentIntentRecord): void {
  const asks = (['extended', 'incremental', 'overcapture'] as const).some((one) => isRequested(intent, one))
  if (!asks || currentFeatures(records).eligible) return
  throw invalidRequest(
    'This account is not eligible for the requested card features. See ' +
      'https://stripe.com/docs/payments/flexible-payments for more details.',
    { code: 'payment_intent_invalid_parameter' },
  )
}

/** The granted features of a hold; none for a payment that is captured at once. */
export interface GrantedFeatures {
  /** Lifetime of the extended hold in seconds; null for an ordinary one. */
  extendedSeconds: number | null
  incremental: boolean
  /** The part of the hold that may be captured in addition, in percent; null for none. */
  overcapturePercent: number | null
}

/** The features that the payment asks for, its network has, and the switches or the card grant. */
export function grantFeatures(
  records: Reader<ProcessorRecords>,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
): GrantedFeatures {
  const switches = currentFeatures(records)
  const allows = (feature: CardFeature): boolean =>
    intent.capture_method === 'manual' &&
    isRequested(intent, feature) &&
    (switches[feature] === 'all' ||
      (switches[feature] === 'by_card' && (method.sandbox.features ?? []).includes(feature)))
  const side = intent.sandbox.offSession ? 'offSession' : 'onSession'
  const rules = NETWORK_RULES[method.card.brand]
  return {
    extendedSeconds: allows('extended') ? rules.extended[side] : null,
    incremental: allows('incremental') && rules.incremental,
    overcapturePercent: allows('overcapture') ? rules.overcapturePercent[side] : null,
  }
}
