import { useEffect, useEffectEvent, useRef } from 'react'
import { CardElement, Elements } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useCardContext } from './card-context.tsx'
import type { CardLoadState } from './use-card-load.ts'
import { useCardStyle } from './card-theme.ts'

type CardFieldProps = {
  error: string | undefined
  disabled: boolean
  /** Called on each edit with the provider's error message, or null. */
  onEdit: (sentence: string | null) => void
  /** Called on each change with the problem of the content so far, or null for a complete card. */
  onContent?: (problem: string | null) => void
  /** The frame has loaded and can take the focus. */
  onReady?: () => void
}

/** The validation message of an empty card field. */
export const emptyCard = 'Please enter your card details'

const loadProblems: Partial<Record<CardLoadState, string>> = {
  late: 'The card form is taking a while to load.',
  failed: 'The card form couldn’t load. Check your connection.',
  'timed-out': 'If it doesn’t respond again, reload the card form and enter your card again.',
}

/** Card number, expiry and code inside the provider's frame: they never touch this origin. */
export function CardField({ error, disabled, onEdit, onContent, onReady }: CardFieldProps) {
  const { state, attempt, stripe, element, takeElement, reload } = useCardContext()
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
  // Until then it is inert, and takes no focus.
  const ready = useEffectEvent(() => onReady?.())
  useEffect(() => {
    if (element) ready()
  }, [element])
  const problem = loadProblems[state]
  return (
    <FieldFrame label="Card Details" error={error}>
      {({ id, ...described }) => (
        <fieldset
          aria-label="Card Details"
          aria-describedby={described['aria-describedby']}
          className={classNames(
            'relative min-h-12 min-w-0 rounded-control border bg-surface px-3.5 py-3 transition-[border-color,box-shadow]',
            'focus-within:border-ember focus-within:ring-1 focus-within:ring-ember',
            error ? 'border-bad ring-1 ring-bad' : 'border-line-strong hover:border-muted',
            disabled && 'opacity-60',
          )}
        >
          {stripe && (
            // A frame without its page has no content, and half a height.
            <div
              inert={element === null}
              className={element === null ? 'absolute inset-x-3.5 top-3 opacity-0' : undefined}
            >
              <Elements key={attempt} stripe={stripe}>
                <CardElement
                  id={id}
                  options={{ style, disabled, hidePostalCode: true }}
                  onChange={heard}
                  onReady={takeElement}
                />
              </Elements>
            </div>
          )}
          {state === 'loading' && <Spinner label="Loading the card form..." className="text-sm text-muted" />}
          {problem !== undefined && (
            <div
              role="alert"
              className={classNames(
                'flex flex-wrap items-center justify-between gap-3 text-sm',
                state === 'timed-out' ? 'mt-3 text-muted' : 'text-bad',
              )}
            >
              <span>{problem}</span>
              <Button variant="secondary" size="small" onClick={reload}>
                Reload the card form
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </FieldFrame>
  )
}
