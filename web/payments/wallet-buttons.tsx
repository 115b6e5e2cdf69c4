import { useEffect, useMemo, useRef, useState } from 'react'
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js'
import { walletNames, walletOf, type Wallet } from '../../contract/payments/card-brand.ts'
import { offlineSentence } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMedia } from '../ui/use-media.ts'
import { askForPaymentMethod, type CreatePaymentMethod } from './card-answer.ts'
import { useCardContext } from './card-context.tsx'
import { useWalletOffer } from './use-wallet-offer.ts'
import { elementsOptionsOf, walletOptionsOf, type WalletTerms } from './wallet-terms.ts'

type WalletButtonsProps = {
  terms: WalletTerms
  /** While true the buttons show and take no press. */
  disabled: boolean
  /** Why the last payment by a wallet failed. */
  error: string | undefined
  /** Called with the wallets whose buttons show. */
  onOffer: (wallets: readonly Wallet[]) => void
  /** Whether the sheet may open; shows the missing fields otherwise. */
  mayOpen: () => boolean
  /** The customer has authorized the payment in the sheet. */
  onPay: (createPaymentMethod: CreatePaymentMethod) => Promise<void>
}

/** The buttons of Apple Pay and Google Pay above the card field. Nothing where neither is available. */
export function WalletButtons(props: WalletButtonsProps) {
  const { stripe, attempt } = useCardContext()
  const { terms, error, disabled, onOffer } = props
  const { offer, keepsPlace, take } = useWalletOffer()
  const [closed, setClosed] = useState<Wallet | null>(null)
  const options = useMemo(() => elementsOptionsOf(terms), [terms])
  const problem = useRef<HTMLDivElement>(null)
  // The bank's page or the sheet had the focus, so the reason gets it.
  useEffect(() => {
    if (error && !disabled) problem.current?.focus()
  }, [error, disabled])
  const isLoading = offer === 'loading'
  if (!isLoading && offer.length === 0) return null
  return (
    // Absolutely positioned until the wallets are known, so that the form shows no empty grid gap.
    <div
      className={isLoading && !keepsPlace ? 'absolute inset-x-0 h-0 overflow-hidden opacity-0' : 'grid gap-3'}
    >
      <div inert={disabled} className={classNames('relative min-h-13.5', disabled && 'opacity-60')}>
        {isLoading && <Skeleton className="absolute inset-x-0 top-0.75 h-12 rounded-control" />}
        {stripe && (
          <Elements key={`${attempt} ${terms.amountCents}`} stripe={stripe} options={options}>
            <Buttons
              {...props}
              onReady={({ availablePaymentMethods }) => onOffer(take(availablePaymentMethods))}
              onClosed={setClosed}
            />
          </Elements>
        )}
      </div>
      {error && (
        <div ref={problem} tabIndex={-1}>
          <Alert tone="bad">{error} Nothing was held.</Alert>
        </div>
      )}
      {closed !== null && !error && (
        <output className="text-sm text-muted">{walletNames[closed]} was closed. Nothing was held.</output>
      )}
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or use a card
      </p>
    </div>
  )
}

type ButtonsProps = WalletButtonsProps & {
  onReady: (event: StripeExpressCheckoutElementReadyEvent) => void
  onClosed: (wallet: Wallet | null) => void
}

function Buttons({ terms, mayOpen, onPay, onReady, onClosed }: ButtonsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { reportTimeout } = useCardContext()
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const pressed = useRef<Wallet | null>(null)
  const options = useMemo(() => walletOptionsOf(terms, { isDark }), [terms, isDark])

  const press = ({ expressPaymentType, resolve, reject }: StripeExpressCheckoutElementClickEvent) => {
    onClosed(null)
    pressed.current = walletOf(expressPaymentType)
    if (!mayOpen()) return reject()
    resolve({ lineItems: [{ name: terms.packageName, amount: terms.amountCents }] })
  }
  const pay = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    let isCreated = false
    await onPay(async (billing) => {
      if (!stripe || !elements) return { ok: false, sentence: offlineSentence, onCard: false }
      const answer = await askForPaymentMethod(
        async () => {
          const { error } = await elements.submit()
          if (error) return { error }
          return stripe.createPaymentMethod({ elements, params: { billing_details: billing } })
        },
        { onTimeout: reportTimeout },
      )
      isCreated = answer.ok
      return answer
    })
    // The sheet waits for an answer, also when no payment method was wanted.
    if (!isCreated) paymentFailed({ reason: 'fail' })
  }
  return (
    <ExpressCheckoutElement
      options={options}
      onReady={onReady}
      onLoadError={() => onReady({ elementType: 'expressCheckout', availablePaymentMethods: undefined })}
      onClick={press}
      onCancel={() => onClosed(pressed.current)}
      onConfirm={(event) => void pay(event)}
    />
  )
}
