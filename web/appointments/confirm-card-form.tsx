import { useState } from 'react'
import { CreditCard } from 'lucide-react'
import { formatCents } from '../../contract/money.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import type { CardRequest } from '../../contract/payments/card-confirmation.ts'
import { chargeWords } from '../../contract/payments/charge-words.ts'
import { consentButtons } from '../../contract/payments/consent.ts'
import { parseWallTime } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { confirmHold } from '../payments/confirm-hold.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field.tsx'
import { formatLongWallTime } from './appointment-words.ts'
import { CardForm, NewCard, type CardFormProps } from './card-form.tsx'
import type { CardOutcome, CardRequestSender } from './confirm-card.ts'
import { lateFeeOf } from './late-fee.ts'
import { useCardConfirmation } from './use-card-confirmation.ts'

type ConfirmCardFormProps = {
  token: string
  asked: CardRequest
  onDone: (outcome: Extract<CardOutcome, { kind: 'held' | 'over' }>) => Promise<void>
}

/** The saved card with the button that holds it, or the field for another one. */
export function ConfirmCardForm({ token, asked, onDone }: ConfirmCardFormProps) {
  // The shop booked for a customer who has given none yet.
  const isFirst = asked.hold.state === 'no_card'
  const [other, setOther] = useState(isFirst)
  const request: CardRequestSender = {
    send: (attempt) => call('appointments.confirmCard', { body: { token, ...attempt } }),
    button: consentButtons.confirmation,
    unchanged: 'Nothing is held yet',
  }
  const confirming = useCardConfirmation(request, onDone)
  const change = () => {
    confirming.startOver()
    setOther(!other)
  }
  const priceCents = Math.round(asked.price * 100)
  const toggle = isFirst ? null : (
    <Button variant="secondary" size="large" disabled={confirming.busy} onClick={change}>
      {other ? 'Use the saved card' : 'Use another card'}
    </Button>
  )
  const lateFee = lateFeeOf(asked)
  const frame = { confirming, priceCents, purpose: 'confirmation' as const, lateFee, other: toggle }
  const day = parseWallTime(asked.appointmentDate)?.day ?? null
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-xl font-semibold">
          {isFirst ? 'Add a card for' : 'Confirm'} the hold of {formatCents(priceCents)}
        </h2>
        <p className="mt-1.5 text-muted">
          For {asked.packageName} on {formatLongWallTime(asked.appointmentDate)} at {asked.shopName}.
        </p>
      </div>
      <Alert>
        You’re not charged now. We only hold the amount.{' '}
        {chargeWords({ priceCents, toPay: asked.toPay, feeCents: lateFee?.feeCents })}
      </Alert>
      {other ? <NewCard day={day} {...frame} /> : <SavedCard card={asked.hold.card} {...frame} />}
    </div>
  )
}

function SavedCard({ card, ...frame }: CardFormProps & { card: CardRequest['hold']['card'] }) {
  const { confirming } = frame
  const error = confirming.problem?.onCard ? confirming.problem.sentence : undefined
  return (
    <CardForm
      {...frame}
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
