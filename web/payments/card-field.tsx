import { useRef } from 'react'
import { CardElement } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCardLoading } from './card-context.tsx'
import { useCardStyle } from './card-theme.ts'

type CardFieldProps = {
  error: string | undefined
  disabled: boolean
  /** Called on each edit with the provider's error message, or null. */
  onEdit: (sentence: string | null) => void
  /** Called on each change with what is wrong with the content so far, or null for a whole card. */
  onContent?: (problem: string | null) => void
  /** The frame has loaded and can take the focus. */
  onReady?: () => void
}

/** What is wrong with a card field in which nothing was typed. */
export const emptyCard = 'Please enter your card details'

/** Card number, expiry and code inside the provider's frame: they never touch this origin. */
export function CardField({ error, disabled, onEdit, onContent, onReady }: CardFieldProps) {
  const { state, retry } = useCardLoading()
  const style = useCardStyle()
  const lastSeen = useRef('true false unknown')
  const heard = ({ empty, complete, brand, error }: StripeCardElementChangeEvent) => {
    // The frame also fires when it loads or is enabled; only a change of content is an edit.
    const seen = `${empty} ${complete} ${brand}`
    if (seen !== lastSeen.current || error) onEdit(error?.message ?? null)
    lastSeen.current = seen
    onContent?.(
      complete ? null : (error?.message ?? (empty ? emptyCard : 'Please complete your card details')),
    )
  }
  return (
    <FieldFrame label="Card Details" error={error}>
      {({ id, ...described }) => (
        <fieldset
          aria-label="Card Details"
          aria-describedby={described['aria-describedby']}
          className={classNames(
            'min-h-12 min-w-0 rounded-control border bg-surface px-3.5 py-3 transition-[border-color,box-shadow]',
            'focus-within:border-ember focus-within:ring-1 focus-within:ring-ember',
            error ? 'border-bad ring-1 ring-bad' : 'border-line-strong hover:border-muted',
            disabled && 'opacity-60',
          )}
        >
          {state === 'ready' && (
            <CardElement
              id={id}
              options={{ style, disabled, hidePostalCode: true }}
              onChange={heard}
              {...(onReady && { onReady })}
            />
          )}
          {state === 'loading' && (
            <Spinner label="Loading the card field..." className="text-sm text-muted" />
          )}
          {state === 'failed' && (
            <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm text-bad">
              <span>The card field could not be loaded. Please check your network.</span>
              <Button variant="secondary" size="small" onClick={retry}>
                Try again
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </FieldFrame>
  )
}
