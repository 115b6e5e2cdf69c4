import { useRef } from 'react'
import type { PaymentMethod } from '@stripe/stripe-js'
import { askForPaymentMethod, type CreatePaymentMethod } from './card-answer.ts'
import { useCardContext } from './card-context.tsx'
import { expiryRemark } from './card-expiry.ts'
import { confirmHold } from './confirm-hold.ts'

export type Card = {
  createPaymentMethod: CreatePaymentMethod
  /**
   * Lets the customer confirm with the bank. Returns an error sentence on failure; the server knows the
   * outcome either way.
   */
  confirmHold: (clientSecret: string) => Promise<string | null>
  focus: () => void
}

const notLoaded = 'The card form is still loading. Tap the button again once it shows.'

/**
 * The card in the field. A card that expires before the appointment's day gets a remark at the first press
 * and is taken at the next.
 */
export function useCard(appointmentDay: string | null): Card {
  const remarkedOn = useRef('')
  const { stripe, element, reportTimeout } = useCardContext()
  const remarkOn = ({ card }: PaymentMethod) => {
    if (!card || appointmentDay === null) return null
    const remark = expiryRemark({ month: card.exp_month, year: card.exp_year }, appointmentDay)
    if (remark === null || remarkedOn.current === remark) return null
    remarkedOn.current = remark
    return remark
  }
  return {
    createPaymentMethod: async (billing) => {
      if (!stripe || !element) return { ok: false, sentence: notLoaded, onCard: true }
      return askForPaymentMethod(
        () => stripe.createPaymentMethod({ type: 'card', card: element, billing_details: billing }),
        { onTimeout: reportTimeout, remarkOn },
      )
    },
    confirmHold,
    focus: () => element?.focus(),
  }
}
