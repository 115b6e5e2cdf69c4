import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { consentButtons, consentSentence, type LateFee } from '../../contract/payments/consent.ts'
import { ConfirmEmailNotice } from '../identity/confirm-email-notice.tsx'
import { paths } from '../paths.ts'
import { CardContextProvider } from '../payments/card-context.tsx'
import { CardField } from '../payments/card-field.tsx'
import { useCard } from '../payments/use-card.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useSettings } from './queries.ts'
import type { CardConfirming } from './use-card-confirmation.ts'

export type CardFormProps = {
  confirming: CardConfirming
  priceCents: number
  purpose: 'confirmation' | 'replacement'
  /** The agreed fee for a late cancellation; null for none. */
  lateFee: LateFee | null
  /** The button beside the one that agrees. */
  other: ReactNode
}

/** `day`: the day of the appointment on the shop's clock. */
type NewCardProps = CardFormProps & { day: string | null }

/** A card field with the button that holds the card. */
export function NewCard(props: NewCardProps) {
  const settings = useSettings()
  return (
    <>
      <QueryState query={settings} loading="Loading the card form...">
        {({ cards }) => (
          <CardContextProvider cards={cards}>
            <NewCardForm {...props} />
          </CardContextProvider>
        )}
      </QueryState>
      {settings.data === undefined && props.other}
    </>
  )
}

function NewCardForm({ day, ...frame }: NewCardProps) {
  const { confirming } = frame
  const card = useCard(day)
  const { busy, problem } = confirming
  const submit = () =>
    void confirming.confirm({
      choose: () => card.createPaymentMethod({}),
      confirmHold: card.confirmHold,
    })
  return (
    <CardForm {...frame} onSubmit={submit} focusCard={card.focus}>
      <CardField
        error={problem?.onCard ? problem.sentence : undefined}
        disabled={busy}
        onEdit={(sentence) => confirming.startOver(sentence === null ? null : { sentence, onCard: true })}
        onReady={card.focus}
      />
    </CardForm>
  )
}

type CardFormFrameProps = CardFormProps & {
  onSubmit: () => void
  /** Focuses the field of a refused card; without a field, the message takes the focus. */
  focusCard?: () => void
  children: ReactNode
}

/** A card with its consent, the outcome of the last try, and the buttons. */
export function CardForm({
  confirming,
  priceCents,
  purpose,
  lateFee,
  other,
  onSubmit,
  focusCard,
  children,
}: CardFormFrameProps) {
  const { busy, problem } = confirming
  const cardPart = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  // The bank's page took the focus, so the outcome of the try gets it.
  const focusProblem = useEffectEvent(() => {
    if (problem && !problem.onCard) notice.current?.focus()
    else if (problem && focusCard) focusCard()
    else if (problem) cardPart.current?.focus()
  })
  useEffect(() => {
    if (!busy) focusProblem()
  }, [busy])
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div ref={cardPart} tabIndex={-1}>
        {children}
      </div>
      <p className="text-sm text-muted">{consentSentence(purpose, { priceCents, lateFee })}</p>
      {problem && !problem.onCard && (
        <div ref={notice} tabIndex={-1}>
          {problem.isUnproven ? (
            <ConfirmEmailNotice
              sentence={problem.sentence}
              next={`Tap ${consentButtons[purpose]} again.`}
              returnTo={paths.appointments}
            />
          ) : (
            <Alert tone="bad">{problem.sentence}</Alert>
          )}
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" size="large" busy={busy}>
          {consentButtons[purpose]}
        </Button>
        {other}
      </div>
    </form>
  )
}
