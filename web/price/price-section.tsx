import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { Alert } from '../ui/alert.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PaymentRows } from './payment-rows.tsx'
import { priceActionsOf } from './price-actions.ts'
import { PriceButtons } from './price-buttons.tsx'
import { priceNotesOf, type PriceNote } from './price-notes.ts'
import { usePrice } from './price-queries.ts'
import { PriceTable } from './price-table.tsx'
import type { Priced } from './priced-of.ts'
import { usePriceLines } from './use-price-lines.tsx'

/** The price of an appointment with its payments, and everything that the desk can do about it. */
export function PriceSection({ appointment }: { appointment: Priced }) {
  return (
    <QueryState
      query={usePrice(appointment.id)}
      loading="Loading the price..."
      shape={<Skeleton className="h-40" />}
    >
      {(price) => <Price price={price} appointment={appointment} />}
    </QueryState>
  )
}

function Price({ price, appointment }: { price: DayPrice; appointment: Priced }) {
  const { id, timeZone, paymentStatus, workState } = appointment
  const actions = priceActionsOf(price, appointment)
  const { rows, below, addButton, onAdd } = usePriceLines(price, { id, changes: actions.changes })
  // A price that is not charged needs no agreement.
  const isCharged = paymentStatus !== 'cancelled' && workState !== 'no_show'
  return (
    <div data-focus-home className="grid gap-4">
      <PriceTable
        {...price}
        lines={rows}
        totalCents={paymentStatus === 'cancelled' ? null : price.totalCents}
      >
        <PaymentRows price={price} appointment={appointment} />
      </PriceTable>
      {below}
      {isCharged && <Notes notes={priceNotesOf(price, timeZone)} isSettled={price.dueCents === 0} />}
      {isCharged && price.awaitsArrival && (
        <p className="text-ui text-muted">Mark the car as arrived to change the price or record a payment.</p>
      )}
      <PriceButtons
        price={price}
        appointment={appointment}
        actions={actions}
        addButton={addButton}
        onAdd={onAdd}
      />
    </div>
  )
}

/** Neighbors of one tone share a box. Of a price that is paid they are history. */
function Notes({ notes, isSettled }: { notes: readonly PriceNote[]; isSettled: boolean }) {
  if (isSettled)
    return notes.map(({ text }) => (
      <p key={text} className="text-sm text-muted wrap-anywhere">
        {text}
      </p>
    ))
  const tones = [...new Set(notes.map(({ tone }) => tone))]
  return tones.map((tone) => (
    <Alert key={tone} tone={tone} isStanding>
      {notes
        .filter((note) => note.tone === tone)
        .map(({ text }) => (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ))}
    </Alert>
  ))
}
