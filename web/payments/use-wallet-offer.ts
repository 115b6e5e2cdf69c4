import { useEffect, useState } from 'react'
import type { AvailablePaymentMethods } from '@stripe/stripe-js'
import type { Wallet } from '../../contract/payments/card-brand.ts'
import { slowAfterMs } from '../api/slow-requests.ts'
import { textStore } from '../ui/browser-store.ts'

/** The last answer in this tab. It decides whether the place of the buttons is kept while they load. */
const lastOffer = textStore('wallets', (text) => (text === 'some' || text === 'none' ? text : null))

type WithWallets = { ApplePaySession?: unknown; PaymentRequest?: unknown }

/** Whether this browser is likely to have a wallet. */
function mayHaveWallets(): boolean {
  const last = lastOffer.read()
  if (last !== null) return last === 'some'
  const { ApplePaySession, PaymentRequest } = window as WithWallets
  return window.isSecureContext && (ApplePaySession !== undefined || PaymentRequest !== undefined)
}

function walletsOf(available: AvailablePaymentMethods | undefined): readonly Wallet[] {
  const wallets: Wallet[] = []
  if (available?.applePay) wallets.push('apple_pay')
  if (available?.googlePay) wallets.push('google_pay')
  return wallets
}

/**
 * The wallets that the provider's buttons offer: `loading` until the provider answers, none after 8 seconds
 * without an answer. `keepsPlace`: the buttons have their place on the page while they load.
 */
export function useWalletOffer() {
  const [keepsPlace] = useState(mayHaveWallets)
  const [offer, setOffer] = useState<'loading' | readonly Wallet[]>('loading')
  useEffect(() => {
    // Buttons that come later would move the card field under the hand.
    const late = setTimeout(() => setOffer((before) => (before === 'loading' ? [] : before)), slowAfterMs)
    return () => clearTimeout(late)
  }, [])
  const take = (available: AvailablePaymentMethods | undefined): readonly Wallet[] => {
    const wallets = walletsOf(available)
    lastOffer.write(wallets.length > 0 ? 'some' : 'none')
    setOffer(wallets)
    return wallets
  }
  return { offer, keepsPlace, take }
}
