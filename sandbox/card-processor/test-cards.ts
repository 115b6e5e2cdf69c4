export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'

export const CARD_BEHAVIOURS = [
  'approve',
  'decline_generic',
  'decline_insufficient_funds',
  'decline_lost_card',
  'decline_stolen_card',
  'decline_expired_card',
  'decline_incorrect_cvc',
  'decline_processing_error',
  'decline_velocity',
  'decline_fraudulent',
  'decline_after_attaching',
  'authenticate_unless_set_up',
  'authenticate_always',
  'authenticate_on_session_only',
  'authenticate_then_insufficient_funds',
  'authenticate_then_decline',
  'authenticate_then_processing_error',
  'authenticate_if_asked',
  'decline_increment',
] as const

export type CardBehaviour = (typeof CARD_BEHAVIOURS)[number]

/** Features of a hold beyond the ordinary one, for payments that ask for them (`card-features.ts`). */
export type CardFeature = 'extended' | 'incremental' | 'overcapture'

export interface TestCard {
  number: string
  paymentMethods: string[]
  brand: CardBrand
  funding: 'credit' | 'debit' | 'prepaid'
  behaviour: CardBehaviour
  /** The features that it allows where the switch is `by_card`. */
  features: readonly CardFeature[]
  says: string
}

function card(
  number: string,
  brand: CardBrand,
  behaviour: CardBehaviour,
  paymentMethods: string[],
  says: string,
  funding: TestCard['funding'] = 'credit',
): TestCard {
  return { number, paymentMethods, brand, funding, behaviour, features: [], says }
}

function allowing(features: readonly CardFeature[], testCard: TestCard): TestCard {
  return { ...testCard, features }
}

/**
 * The cards that Stripe publishes for tests (https://docs.stripe.com/testing). No other number is accepted,
 * so no real card can be used here. Older spellings of an id stay beside the newer ones.
 */
const PUBLISHED_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'approve', ['pm_card_visa', 'pm_card_us'], 'Succeeds'),
  card('4000056655665556', 'visa', 'approve', ['pm_card_visa_debit'], 'Succeeds', 'debit'),
  card('5555555555554444', 'mastercard', 'approve', ['pm_card_mastercard'], 'Succeeds'),
  card('2223003122003222', 'mastercard', 'approve', [], 'Succeeds (2-series)'),
  card('5200828282828210', 'mastercard', 'approve', ['pm_card_mastercard_debit'], 'Succeeds', 'debit'),
  card('5105105105105100', 'mastercard', 'approve', ['pm_card_mastercard_prepaid'], 'Succeeds', 'prepaid'),
  card(
    '378282246310005',
    'amex',
    'approve',
    ['pm_card_amex', 'pm_card_amex_threeDSecureNotSupported'],
    'Succeeds',
  ),
  card('371449635398431', 'amex', 'approve', [], 'Succeeds'),
  card('6011111111111117', 'discover', 'approve', ['pm_card_discover'], 'Succeeds'),
  card('6011000990139424', 'discover', 'approve', [], 'Succeeds'),
  card('3056930009020004', 'diners', 'approve', ['pm_card_diners'], 'Succeeds'),
  card('3566002020360505', 'jcb', 'approve', ['pm_card_jcb'], 'Succeeds'),
  card('6200000000000005', 'unionpay', 'approve', ['pm_card_unionpay'], 'Succeeds'),
  card(
    '4000000000000002',
    'visa',
    'decline_generic',
    ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    'Declined',
  ),
  card(
    '4000000000009995',
    'visa',
    'decline_insufficient_funds',
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    'Declined: insufficient funds',
  ),
  card(
    '4000000000009987',
    'visa',
    'decline_lost_card',
    ['pm_card_visa_chargeDeclinedLostCard', 'pm_card_chargeDeclinedLostCard'],
    'Declined: lost card',
  ),
  card(
    '4000000000009979',
    'visa',
    'decline_stolen_card',
    ['pm_card_visa_chargeDeclinedStolenCard', 'pm_card_chargeDeclinedStolenCard'],
    'Declined: stolen card',
  ),
  card(
    '4000000000000069',
    'visa',
    'decline_expired_card',
    ['pm_card_chargeDeclinedExpiredCard', 'pm_card_visa_chargeDeclinedExpiredCard'],
    'Declined: expired card',
  ),
  card(
    '4000000000000127',
    'visa',
    'decline_incorrect_cvc',
    ['pm_card_chargeDeclinedIncorrectCvc', 'pm_card_visa_chargeDeclinedIncorrectCvc'],
    'Declined: wrong security code',
  ),
  card(
    '4000000000000119',
    'visa',
    'decline_processing_error',
    ['pm_card_chargeDeclinedProcessingError', 'pm_card_visa_chargeDeclinedProcessingError'],
    'Declined: processing error',
  ),
  card(
    '4000000000006975',
    'visa',
    'decline_velocity',
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'pm_card_chargeDeclinedVelocityLimitExceeded'],
    'Declined: too many attempts',
  ),
  card(
    '4100000000000019',
    'visa',
    'decline_fraudulent',
    ['pm_card_radarBlock'],
    'Declined: blocked as fraudulent',
  ),
  card(
    '4000000000000341',
    'visa',
    'decline_after_attaching',
    ['pm_card_chargeCustomerFail', 'pm_card_visa_chargeCustomerFail'],
    'Can be saved; every charge is declined',
  ),
  card(
    '4000002500003155',
    'visa',
    'authenticate_unless_set_up',
    ['pm_card_authenticationRequiredOnSetup'],
    '3-D Secure; off-session payments go through once it was set up',
  ),
  card(
    '4000002760003184',
    'visa',
    'authenticate_always',
    ['pm_card_authenticationRequired'],
    '3-D Secure on every payment',
  ),
  card(
    '4000003800000446',
    'visa',
    'authenticate_on_session_only',
    ['pm_card_authenticationRequiredSetupForOffSession'],
    '3-D Secure on session; off-session payments go through',
  ),
  card(
    '4000008260003178',
    'visa',
    'authenticate_then_insufficient_funds',
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    '3-D Secure, then declined: insufficient funds',
  ),
  card(
    '4000000000003220',
    'visa',
    'authenticate_always',
    ['pm_card_threeDSecure2Required'],
    '3-D Secure 2 on every payment',
  ),
  card(
    '4000000000003063',
    'visa',
    'authenticate_always',
    ['pm_card_threeDSecureRequired'],
    '3-D Secure on every payment',
  ),
  card(
    '4000008400001629',
    'visa',
    'authenticate_then_decline',
    ['pm_card_threeDSecureRequiredChargeDeclined'],
    '3-D Secure, then declined',
  ),
  card(
    '4000008400001280',
    'visa',
    'authenticate_then_processing_error',
    ['pm_card_threeDSecureRequiredProcessingError'],
    '3-D Secure fails with a processing error',
  ),
  card(
    '4000000000003055',
    'visa',
    'authenticate_if_asked',
    ['pm_card_threeDSecureOptional'],
    '3-D Secure only when the payment asks for it',
  ),
  allowing(
    ['incremental'],
    card(
      '4000058400000063',
      'visa',
      'approve',
      ['pm_card_debit_incrementalAuthAuthorized'],
      'Its hold can be raised',
      'debit',
    ),
  ),
  allowing(
    ['incremental'],
    card(
      '4000008400000076',
      'visa',
      'decline_increment',
      ['pm_card_credit_disableEnterpriseCardFeatures'],
      'Raising its hold is declined',
    ),
  ),
]

/**
 * Cards of the sandbox's own, in the ranges of Stripe's test numbers. Stripe grants the features to its
 * ordinary test cards; here these keep the ordinary terms, and each of the following has some of the others.
 */
const CARDS_WITH_FEATURES: readonly TestCard[] = [
  allowing(
    ['extended'],
    card('4000000000410003', 'visa', 'approve', ['pm_card_visa_extended'], 'Extended hold on session'),
  ),
  allowing(
    ['extended'],
    card('5555555555410001', 'mastercard', 'approve', ['pm_card_mastercard_extended'], 'Extended hold'),
  ),
  allowing(
    ['overcapture'],
    card('4000000000410011', 'visa', 'approve', ['pm_card_visa_overcapture'], 'Overcapture of 15 %'),
  ),
  allowing(
    ['extended', 'incremental', 'overcapture'],
    card(
      '4000000000410029',
      'visa',
      'approve',
      ['pm_card_visa_allFeatures'],
      'Extended hold, overcapture, and its hold can be raised',
    ),
  ),
  allowing(
    ['extended', 'incremental', 'overcapture'],
    card(
      '4000000000410037',
      'visa',
      'authenticate_always',
      ['pm_card_visa_allFeatures_threeDSecureRequired'],
      '3-D Secure on every payment; then an extended hold, overcapture, and its hold can be raised',
    ),
  ),
]

export const TEST_CARDS: readonly TestCard[] = [...PUBLISHED_CARDS, ...CARDS_WITH_FEATURES]

const byNumber = new Map(TEST_CARDS.map((testCard) => [testCard.number, testCard]))
const byPaymentMethod = new Map(
  TEST_CARDS.flatMap((testCard) => testCard.paymentMethods.map((id) => [id, testCard] as const)),
)

export function findTestCardByNumber(number: string): TestCard | undefined {
  return byNumber.get(number)
}

export function findTestCardByPaymentMethod(id: string): TestCard | undefined {
  return byPaymentMethod.get(id)
}

export function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [place, digit] of number.split('').toReversed().entries()) {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
