import type { StripeElementsOptionsMode, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import { brandName } from '../../contract/brand.ts'
import type { LateFee } from '../../contract/payments/consent.ts'
import { formatCents } from '../../contract/money.ts'

/** The order as a wallet sees it: the amount to hold now, charged on the day of the appointment. */
export type WalletTerms = {
  amountCents: number
  packageName: string
  /** The start of the appointment in epoch milliseconds, and its zone. */
  startsAt: number
  timeZone: string
  /** The fee for a late cancellation; null without one. */
  lateFee: LateFee | null
  /** The page on which the customer changes the card or cancels. */
  managementUrl: string
}

export const walletButtonHeight = 48

/** The options of the provider's Elements object. Holds allow cards only, and the server confirms them. */
export function elementsOptionsOf({ amountCents }: WalletTerms): StripeElementsOptionsMode {
  return {
    mode: 'payment',
    amount: amountCents,
    currency: 'usd',
    captureMethod: 'manual',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
    paymentMethodCreation: 'manual',
  }
}

/**
 * The options of the wallet buttons. Apple is asked for a merchant token, because a device token ends with
 * the phone, and the card is charged days later (https://docs.stripe.com/apple-pay/merchant-tokens). The
 * contact comes from our own form.
 */
export function walletOptionsOf(terms: WalletTerms, { isDark }: { isDark: boolean }) {
  const { amountCents, packageName, startsAt, timeZone, managementUrl, lateFee } = terms
  const theme = isDark ? 'white' : 'black'
  return {
    applePay: {
      deferredPaymentRequest: {
        paymentDescription: packageName,
        managementURL: managementUrl,
        deferredBilling: {
          label: `${packageName}, after the installation`,
          amount: amountCents,
          deferredPaymentDate: new Date(startsAt),
        },
        billingAgreement: billingAgreementOf(terms),
        freeCancellationDate: new Date(startsAt - (lateFee?.freeHours ?? 0) * 3_600_000),
        freeCancellationDateTimeZone: timeZone,
      },
    },
    business: { name: brandName },
    billingAddressRequired: false,
    emailRequired: false,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    buttonHeight: walletButtonHeight,
    buttonTheme: { applePay: theme, googlePay: theme },
    buttonType: { applePay: 'book', googlePay: 'book' },
    layout: { maxColumns: 2, maxRows: 1, overflow: 'auto' },
    paymentMethodOrder: ['apple_pay', 'google_pay'],
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      amazonPay: 'never',
      klarna: 'never',
      link: 'never',
      paypal: 'never',
    },
  } as const satisfies StripeExpressCheckoutElementOptions
}

function billingAgreementOf({ amountCents, lateFee }: WalletTerms): string {
  const fee = lateFee && `, or a fee of ${formatCents(lateFee.feeCents)} if you cancel late or don’t come`
  return `${brandName} holds ${formatCents(amountCents)} now and charges it after the installation${fee ?? ''}.`
}
