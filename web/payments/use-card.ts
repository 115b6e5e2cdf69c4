import { useRef } from 'react'
import type { PaymentMethod } from '@stripe/stripe-js'
import { offlineSentence } from '../api/client.ts'
import { useCardContext } from './card-context.tsx'
import { expiryRemark } from './card-expiry.ts'
import { confirmHold } from './confirm-hold.ts'
import { ProviderSilent, waitForProvider } from './wait-for-provider.ts'

type BillingDetails = { name?: string; email?: string; phone?: string }

export type CardAnswer =
  | { ok: true; paymentMethodId: string }
  /** `onCard`: the sentence belongs under the card field; else the provider was unreachable. */
  | { ok: false; sentence: string; onCard: boolean }

export type Card = {
  /** Creates a payment method from the card field and the billing details. Charges and holds nothing. */
  createPaymentMethod: (billing: BillingDetails) => Promise<CardAnswer>
  /**
   * Lets the customer confirm with the bank. Returns an error sentence on failure; the server knows the
   * outcome either way.
   */
  confirmHold: (clientSecret: string) => Promise<string | null>
  focus: () => void
}

const silentSentence =
  'The card provider did not answer. Nothing was held, and everything you entered is still here. Please try again.'

const notLoaded = 'The card form is still loading. Please press the button again once the form shows.'

/**
 * The card in the field. A card that expires before the appointment's day gets a remark at the first press
 * and is taken at the next.
 */
export function useCard(appointmentDay: string | null): Card {
  const remarkedOn = useRef('')
  const { stripe, element, reportSilence } = useCardContext()
  return {
    createPaymentMethod: async (billing) => {
      const failure = 'Payment method creation failed'
      if (!stripe || !element) return { ok: false, sentence: notLoaded, onCard: true }
      try {
        const asked = stripe.createPaymentMethod({ type: 'card', card: element, billing_details: billing })
        const answer = await waitForProvider(asked)
        if (answer.paymentMethod) {
          const remark = remarkOn(answer.paymentMethod, appointmentDay)
          if (remark !== null && remarkedOn.current !== remark) {
            remarkedOn.current = remark
            return { ok: false, sentence: remark, onCard: true }
          }
          return { ok: true, paymentMethodId: answer.paymentMethod.id }
        }
        if (answer.error.type === 'api_connection_error')
          return { ok: false, sentence: offlineSentence, onCard: false }
        return { ok: false, sentence: answer.error.message || failure, onCard: true }
      } catch (error) {
        if (!(error instanceof ProviderSilent)) return { ok: false, sentence: failure, onCard: true }
        reportSilence()
        return { ok: false, sentence: silentSentence, onCard: false }
      }
    },
    confirmHold,
    focus: () => element?.focus(),
  }
}

function remarkOn({ card }: PaymentMethod, appointmentDay: string | null): string | null {
  if (!card || appointmentDay === null) return null
  return expiryRemark({ month: card.exp_month, year: card.exp_year }, appointmentDay)
}
