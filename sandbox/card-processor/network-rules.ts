import type { CardBrand } from './test-cards.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** `onSession`: the customer is present; `offSession`: the merchant charges a saved card without them. */
export type Side = 'onSession' | 'offSession'

/** The rules of one card network for holds of an auto parts or auto service shop in the United States. */
export interface NetworkRules {
  /** Lifetime of an ordinary hold, in seconds. */
  standard: Record<Side, number>
  /** Lifetime of an extended hold, in seconds; null where the network has none. */
  extended: Record<Side, number | null>
  /** Whether the amount of a hold can be raised. */
  incremental: boolean
  /** How much more than the hold may be captured, in percent; null where the network allows nothing more. */
  overcapturePercent: Record<Side, number | null>
}

const WEEK = { onSession: 7 * DAY, offSession: 7 * DAY }
const NOWHERE = { onSession: null, offSession: null }
const ORDINARY: NetworkRules = {
  standard: WEEK,
  extended: NOWHERE,
  incremental: false,
  overcapturePercent: NOWHERE,
}

/**
 * Stripe's tables of May 2026. Lifetimes: Visa off session 4 days 18 hours, all others 7 days
 * (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method). Extended: every merchant category with
 * Visa (29 days 18 hours, customer-initiated only) and Mastercard (30 days); with American Express, Discover,
 * and Diners only lodging, rental and travel, or a beta
 * (https://docs.stripe.com/payments/extended-authorization). Incremental: every category with Visa,
 * Mastercard and American Express (https://docs.stripe.com/payments/incremental-authorization). Overcapture:
 * 15 % with Visa, customer-initiated only; no other network lists this trade
 * (https://docs.stripe.com/payments/overcapture).
 */
export const NETWORK_RULES: Readonly<Record<CardBrand, NetworkRules>> = {
  visa: {
    standard: { onSession: 7 * DAY, offSession: 4 * DAY + 18 * HOUR },
    extended: { onSession: 29 * DAY + 18 * HOUR, offSession: null },
    incremental: true,
    overcapturePercent: { onSession: 15, offSession: null },
  },
  mastercard: {
    ...ORDINARY,
    extended: { onSession: 30 * DAY, offSession: 30 * DAY },
    incremental: true,
  },
  amex: { ...ORDINARY, incremental: true },
  discover: ORDINARY,
  diners: ORDINARY,
  jcb: ORDINARY,
  unionpay: ORDINARY,
}
