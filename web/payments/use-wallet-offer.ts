import { useEffect, useState } from 'react'
import type { AvailablePaymentMethods } from '@stripe/stripe-js'
import type { Wallet } from '../../contract/payments/card-brand.ts'
import { slowAfterMs } from '../api/slow-requests.ts'
import { textStore } from '../ui/browser-store.ts'

/** `asked`: the provider has not answered yet. */
export type WalletOffer = 'asked' | readonly Wallet[]

/** Whether this tab had a wallet the last time, so that its place is kept while it loads, or not kept. */
const lastOffer = textStore('wallets', (text) => (text === 'some' || text === 'none' ? text : null))

type WithWallets = { ApplePaySession?: unknown; PaymentRequest?: unknown }

/** Whether this browser can have a wallet at all: the place of the buttons is kept for it. */
function mayHaveWallets(): boolean {
  const last = lastOffer.read()
  if (last !== null) return last === 'some'
  const { ApplePaySession, PaymentRequest } = window as WithWallets
  return window.isSecureContext && (ApplePaySession !== undefined || PaymentRequest !== undefined)
}

/** The wallets that the provider's buttons offer; none after 8 seconds without an answer. */
export function useWalletOffer() {
  const [offer, setOffer] = useState<WalletOffer>(() => (mayHaveWallets() ? 'asked' : []))
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const late = setTimeout(() => {
      setOver(true)
      setOffer((before) => (before === 'asked' ? [] : before))
    }, slowAfterMs)
    return () => clearTimeout(late)
  }, [])

  const take = (available: AvailablePaymentMethods | undefined): readonly Wallet[] => {
    // The page has moved on: buttons that come late would move the card field under the hand.
    if (isOver && offer !== 'asked') return offer
    const wallets: Wallet[] = []
    if (available?.applePay) wallets.push('apple_pay')
    if (available?.googlePay) wallets.push('google_pay')
    lastOffer.write(wallets.length > 0 ? 'some' : 'none')
    setOffer(wallets)
    return wallets
  }
  return { offer, take }
}
