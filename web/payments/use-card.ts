import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { offlineSentence } from '../api/client.ts'
import { confirmHold } from './confirm-hold.ts'

type BillingDetails = { name?: string; email?: string; phone?: string }

export type CardAnswer =
  | { ok: true; paymentMethodId: string }
  /** `onCard`: the sentence belongs under the card field; else the provider could not be reached. */
  | { ok: false; sentence: string; onCard: boolean }

export type Card = {
  /** Turns what is in the frame into a payment method, with what is known of its owner. Charges and holds nothing. */
  createPaymentMethod: (billing: BillingDetails) => Promise<CardAnswer>
  /** Lets the person confirm with their bank. Answers a sentence when that did not succeed; the server knows the truth either way. */
  confirmHold: (clientSecret: string) => Promise<string | null>
  focus: () => void
}

/** The card in the frame; null until the frame is there. */
export function useCard(): Card | null {
  const stripe = useStripe()
  const elements = useElements()
  const found = () => elements?.getElement(CardElement) ?? null
  if (!stripe || !elements) return null
  return {
    createPaymentMethod: async (billing) => {
      const failure = 'Payment method creation failed'
      const card = found()
      if (!card) return { ok: false, sentence: failure, onCard: true }
      try {
        const answer = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing })
        if (answer.paymentMethod) return { ok: true, paymentMethodId: answer.paymentMethod.id }
        if (answer.error.type === 'api_connection_error')
          return { ok: false, sentence: offlineSentence, onCard: false }
        return { ok: false, sentence: answer.error.message || failure, onCard: true }
      } catch {
        return { ok: false, sentence: failure, onCard: true }
      }
    },
    confirmHold: (clientSecret) => confirmHold(stripe, clientSecret),
    focus: () => found()?.focus(),
  }
}
