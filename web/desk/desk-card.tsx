import { useEffect } from 'react'
import { consentSentence } from '../../contract/payments/consent.ts'
import { useSettings } from '../appointments/queries.ts'
import { CardContextProvider } from '../payments/card-context.tsx'
import { CardField } from '../payments/card-field.tsx'
import { useCard, type Card } from '../payments/use-card.ts'
import { QueryState } from '../ui/query-state.tsx'

type DeskCardProps = {
  /** The day of the appointment on the shop's clock. */
  day: string | null
  priceCents: number
  error: string | undefined
  busy: boolean
  onEdit: (sentence: string | null) => void
  /** Gives the form the card. */
  onCard: (card: Card | null) => void
}

/** The card of a customer who stands at the desk, with the text that the customer agrees to. */
export function DeskCard(props: DeskCardProps) {
  const settings = useSettings()
  return (
    <QueryState query={settings} loading="Loading the card form...">
      {({ cards }) => (
        <CardContextProvider cards={cards}>
          <DeskCardField {...props} />
        </CardContextProvider>
      )}
    </QueryState>
  )
}

function DeskCardField({ day, priceCents, error, busy, onEdit, onCard }: DeskCardProps) {
  const card = useCard(day)
  useEffect(() => {
    onCard(card)
    return () => onCard(null)
  })
  return (
    <div className="grid gap-2">
      <CardField error={error} disabled={busy} onEdit={onEdit} />
      <p className="text-sm text-muted">
        Turn the screen to the customer: {consentSentence('booking', { priceCents })}
      </p>
    </div>
  )
}
