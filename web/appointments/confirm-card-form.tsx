import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { CreditCard } from 'lucide-react'
import { formatCents } from '../../contract/money.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import type { CardRequest } from '../../contract/payments/card-confirmation.ts'
import { consentButtons, consentSentence } from '../../contract/payments/consent.ts'
import { parseWallTime } from '../../contract/time.ts'
import { CardContextProvider } from '../payments/card-context.tsx'
import { CardField } from '../payments/card-field.tsx'
import { confirmHold } from '../payments/confirm-hold.ts'
import { chargeSentence } from '../payments/hold-words.ts'
import { useCard } from '../payments/use-card.ts'
import { ConfirmEmailNotice } from '../identity/confirm-email-notice.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field.tsx'
import { formatLongWallTime } from './appointment-words.ts'
import type { CardOutcome } from './confirm-card.ts'
import { useSettings } from './queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { useCardConfirmation, type CardConfirming } from './use-card-confirmation.ts'

const buttonName = consentButtons.confirmation

type ConfirmCardFormProps = {
  token: string
  asked: CardRequest
  onDone: (outcome: Extract<CardOutcome, { kind: 'held' | 'link' }>) => Promise<void>
}

/** The saved card with the button that holds it, or the field for another one. */
export function ConfirmCardForm({ token, asked, onDone }: ConfirmCardFormProps) {
  const [other, setOther] = useState(false)
  const confirming = useCardConfirmation(token, onDone)
  const change = () => {
    confirming.startOver()
    setOther(!other)
  }
  const priceCents = Math.round(asked.price * 100)
  const toggle = (
    <Button variant="secondary" size="large" disabled={confirming.busy} onClick={change}>
      {other ? 'Use the saved card' : 'Use another card'}
    </Button>
  )
  const rest = { confirming, priceCents, toggle }
  const day = parseWallTime(asked.appointmentDate)?.day ?? null
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-xl font-semibold">Please confirm the hold of {formatCents(priceCents)}</h2>
        <p className="mt-1.5 text-muted">
          For {asked.packageName} on {formatLongWallTime(asked.appointmentDate)} at {asked.shopName}.
        </p>
      </div>
      <Alert>Nothing is charged now, the amount is only held. {chargeSentence(priceCents)}</Alert>
      {other ? <OtherCard day={day} {...rest} /> : <SavedCard card={asked.hold.card} {...rest} />}
    </div>
  )
}

type CardFormProps = { confirming: CardConfirming; priceCents: number; toggle: ReactNode }

function SavedCard({ card, confirming, ...frame }: CardFormProps & { card: CardRequest['hold']['card'] }) {
  const error = confirming.problem?.onCard ? confirming.problem.sentence : undefined
  return (
    <CardForm
      {...frame}
      confirming={confirming}
      onSubmit={() => void confirming.confirm({ choose: async () => 'saved', confirmHold })}
    >
      <FieldFrame label="Your saved card" error={error}>
        {({ id, ...described }) => (
          <output
            id={id}
            aria-describedby={described['aria-describedby']}
            className="flex min-h-12 items-center gap-3 rounded-control border border-line bg-sunken px-3.5 font-medium"
          >
            <CreditCard className="size-5 shrink-0 text-ember" aria-hidden="true" />
            {card ? formatCard(card) : 'The card you gave at booking'}
          </output>
        )}
      </FieldFrame>
    </CardForm>
  )
}

/** `day`: the day of the appointment on the shop's clock. */
type OtherCardProps = CardFormProps & { day: string | null }

function OtherCard(props: OtherCardProps) {
  const settings = useSettings()
  return (
    <>
      <QueryState query={settings} loading="Loading the card form...">
        {({ cards }) => (
          <CardContextProvider cards={cards}>
            <OtherCardForm {...props} />
          </CardContextProvider>
        )}
      </QueryState>
      {settings.data === undefined && props.toggle}
    </>
  )
}

function OtherCardForm({ confirming, day, ...frame }: OtherCardProps) {
  const card = useCard(day)
  const { busy, problem } = confirming
  const submit = () =>
    void confirming.confirm({
      choose: () => card.createPaymentMethod({}),
      confirmHold: card.confirmHold,
    })
  return (
    <CardForm {...frame} confirming={confirming} onSubmit={submit} focusCard={card.focus}>
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

function CardForm({ confirming, priceCents, toggle, onSubmit, focusCard, children }: CardFormFrameProps) {
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
      <p className="text-sm text-muted">{consentSentence(priceCents, buttonName)}</p>
      {problem && !problem.onCard && (
        <div ref={notice} tabIndex={-1}>
          {problem.isUnproven ? (
            <ConfirmEmailNotice
              sentence={problem.sentence}
              next="Press Confirm this card again."
              returnTo={paths.appointments}
            />
          ) : (
            <Alert tone="bad">{problem.sentence}</Alert>
          )}
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" size="large" busy={busy}>
          {buttonName}
        </Button>
        {toggle}
      </div>
    </form>
  )
}
