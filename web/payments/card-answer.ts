import type { PaymentMethod, PaymentMethodResult } from '@stripe/stripe-js'
import { offlineSentence } from '../api/client.ts'
import { ProviderTimeout, waitForProvider } from './wait-for-provider.ts'

export type BillingDetails = { name?: string; email?: string; phone?: string }

export type CardAnswer =
  | { ok: true; paymentMethodId: string }
  /** `onCard`: the sentence belongs to the card; else the provider was unreachable. */
  | { ok: false; sentence: string; onCard: boolean }

/** Creates a payment method from the billing details. Charges and holds nothing. */
export type CreatePaymentMethod = (billing: BillingDetails) => Promise<CardAnswer>

const timeoutSentence =
  'Our card provider didn’t respond. Nothing was held, and everything you entered is still here. Try again.'
const failure = 'Payment method creation failed'

/**
 * Asks the card provider for a payment method and translates its answer. `remarkOn` may object to the card.
 * `onTimeout` is called when the provider gives no answer.
 */
export async function askForPaymentMethod(
  ask: () => Promise<PaymentMethodResult>,
  { onTimeout, remarkOn }: { onTimeout: () => void; remarkOn?: (method: PaymentMethod) => string | null },
): Promise<CardAnswer> {
  try {
    const answer = await waitForProvider(ask())
    if (answer.paymentMethod) {
      const remark = remarkOn?.(answer.paymentMethod) ?? null
      return remark === null
        ? { ok: true, paymentMethodId: answer.paymentMethod.id }
        : { ok: false, sentence: remark, onCard: true }
    }
    if (answer.error.type === 'api_connection_error')
      return { ok: false, sentence: offlineSentence, onCard: false }
    return { ok: false, sentence: answer.error.message || failure, onCard: true }
  } catch (error) {
    if (!(error instanceof ProviderTimeout)) return { ok: false, sentence: failure, onCard: true }
    onTimeout()
    return { ok: false, sentence: timeoutSentence, onCard: false }
  }
}
