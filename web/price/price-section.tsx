import { useState } from 'react'
import { Plus, X } from 'lucide-react'
import { formatCents, formatSignedCents } from '../../contract/money.ts'
import type { NewPriceLine } from '../../contract/payments/day-price.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import type { ShopPaymentMethod } from '../../contract/payments/pays-by.ts'
import { theCard } from '../admin/admin-words.ts'
import { call } from '../api/client.ts'
import { TakePayment } from '../desk/take-payment.tsx'
import { useSession } from '../identity/session.ts'
import { useMay } from '../identity/standing.ts'
import { randomId } from '../random-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { useCapture } from '../admin/use-capture.ts'
import { LineForm } from './line-form.tsx'
import { canAgree, priceMoment, priceNotesOf, type PriceNote } from './price-notes.ts'
import type { Priced } from './priced-of.ts'
import { PriceRow, PriceTable, type TableLine } from './price-table.tsx'
import { usePrice, usePriceChange } from './price-queries.ts'
import { useIntentId } from './use-intent-id.ts'

const AgreeDialog = lazyComponent(
  () => import('./agree-dialog.tsx').then((module) => module.AgreeDialog),
  () => null,
)

const RefundDialog = lazyComponent(
  () => import('./refund-dialog.tsx').then((module) => module.RefundDialog),
  () => null,
)

/** The price of an appointment on the day, with everything that the desk can do about it. */
export function PriceSection({ appointment }: { appointment: Priced }) {
  return (
    <QueryState
      query={usePrice(appointment.id)}
      loading="Loading the price..."
      shape={<Skeleton className="h-28" />}
    >
      {(price) => <Price price={price} appointment={appointment} />}
    </QueryState>
  )
}

type PartProps = { price: DayPrice; appointment: Priced }

function Price({ price, appointment }: PartProps) {
  const isCancelled = appointment.paymentStatus === 'cancelled'
  const notes = isCancelled ? [] : priceNotesOf(price, appointment.timeZone)
  const lines = useLines(price, appointment)
  const isOpen = !isCancelled && price.dueCents > 0 && price.dueCents !== price.totalCents
  return (
    <div className="grid gap-4">
      <PriceTable
        packageName={price.packageName}
        priceCents={price.priceCents}
        lines={lines.rows}
        totalCents={price.totalCents}
        taxCents={price.taxCents}
        hasActions={lines.hasActions}
      >
        <PaymentRows price={price} timeZone={appointment.timeZone} hasActions={lines.hasActions} />
        {isOpen && (
          <PriceRow
            isTotal
            hasActions={lines.hasActions}
            label="Still due"
            amount={formatCents(price.dueCents)}
          />
        )}
      </PriceTable>
      {lines.below}
      <Notes notes={notes} isSettled={price.dueCents === 0} />
      <PriceActions price={price} appointment={appointment} onAdd={lines.onAdd} />
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

const methodWords: Record<ShopPaymentMethod, string> = {
  cash: 'Paid in cash',
  terminal: 'Paid with the shop’s terminal',
  other: 'Paid at the shop',
}

const refundNotes = { requested: 'on its way', made: null, dropped: 'not made, the bank refused it' } as const

function PaymentRows({
  price,
  timeZone,
  hasActions,
}: {
  price: DayPrice
  timeZone: string
  hasActions: boolean
}) {
  const by = (name: string | null, at: string) => (
    <>
      {name !== null && (
        <>
          <bdi>{name}</bdi>,{' '}
        </>
      )}
      {priceMoment(at, timeZone)}
    </>
  )
  return (
    <>
      {price.capturedCents > 0 && (
        <PriceRow
          hasActions={hasActions}
          label={`Charged to ${theCard(price.card)}`}
          amount={formatCents(price.capturedCents)}
        />
      )}
      {price.payments.map(({ method, amountCents, at, by: name }) => (
        <PriceRow
          key={at + method + String(amountCents)}
          hasActions={hasActions}
          label={amountCents < 0 ? 'Given back at the shop' : methodWords[method]}
          note={by(name, at)}
          amount={amountCents < 0 ? `−${formatCents(-amountCents)}` : formatCents(amountCents)}
        />
      ))}
      {price.refunds.map(({ id, amountCents, reason, status, at, by: name }) => (
        <PriceRow
          key={id}
          hasActions={hasActions}
          label={
            <>
              Refunded: <bdi>{reason}</bdi>
            </>
          }
          note={
            <>
              {by(name, at)}
              {refundNotes[status] !== null && ` · ${refundNotes[status]}`}
            </>
          }
          amount={formatSignedCents(-amountCents)}
        />
      ))}
    </>
  )
}

const unknownLine = 'It may not have been saved. Click the button again: it counts once.'

/** The line that brings a removed one back, with an id of its own. */
type Removed = NewPriceLine | null

/** The lines with their buttons, and below them the form for another one. */
function useLines(price: DayPrice, { id, timeZone }: Priced) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Removed>(null)
  const intent = useIntentId()
  const adding = usePriceChange(
    id,
    (line: NewPriceLine) => call('price.addLine', { params: { id }, body: line }),
    unknownLine,
  )
  const removing = usePriceChange(
    id,
    ({ lineId }: { lineId: string }) => call('price.removeLine', { params: { id, lineId } }),
    'It may not have been removed. Try again.',
  )
  const add = async (line: NewPriceLine) => {
    const added = await adding.change(line)
    if (added === null) return false
    setRemoved(null)
    return true
  }
  const remove = async (line: DayPrice['lines'][number]) => {
    const { kind, description, amountCents } = line
    adding.reset()
    const left = await removing.change({ lineId: line.id })
    if (left !== null) setRemoved(kind === 'tip' ? null : { id: randomId(), kind, description, amountCents })
  }
  const rows = price.lines.map((line): TableLine => ({
    ...line,
    note: (
      <>
        {line.by !== null && (
          <>
            <bdi>{line.by}</bdi>,{' '}
          </>
        )}
        {priceMoment(line.addedAt, timeZone)}
      </>
    ),
    action: price.canChange && (
      <button
        type="button"
        aria-label={`Remove ${line.description}`}
        onClick={() => void remove(line)}
        className="grid size-9 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        <X className="size-4.5" aria-hidden="true" />
      </button>
    ),
  }))
  const isForm = isAdding && price.canChange
  const below = (
    <>
      {removing.problem !== null && <Alert tone="bad">{removing.problem.sentence}</Alert>}
      {removed !== null && (
        <output className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-2">
          <span className="min-w-0 text-ui wrap-anywhere">
            Removed <bdi>{removed.description}</bdi>, {formatCents(removed.amountCents)}. It stays in the
            history.
          </span>
          <Button variant="secondary" size="small" busy={adding.isPending} onClick={() => void add(removed)}>
            Undo
          </Button>
        </output>
      )}
      {!isForm && adding.problem !== null && <Alert tone="bad">{adding.problem.sentence}</Alert>}
      {isForm && (
        <LineForm
          busy={adding.isPending}
          problem={adding.problem}
          onEdit={() => {
            // What was refused as changed is another line from here on.
            if (adding.problem?.code === 'request_changed') intent.renew()
            adding.reset()
          }}
          onAdd={(line) =>
            void add({ id: intent.read(), ...line }).then((isAdded) => {
              if (!isAdded) return
              intent.renew()
              setAdding(false)
            })
          }
          onClose={() => {
            setAdding(false)
            adding.reset()
            intent.renew()
          }}
        />
      )}
    </>
  )
  return {
    rows,
    hasActions: price.canChange && price.lines.length > 0,
    below,
    onAdd: price.canChange && !isAdding ? () => setAdding(true) : null,
  }
}

function PriceActions({ price, appointment, onAdd }: PartProps & { onAdd: (() => void) | null }) {
  const { id, customerName, timeZone, paymentStatus, isAtDesk } = appointment
  const [isSigning, setSigning] = useState(false)
  const [isRefunding, setRefunding] = useState(false)
  const mayRefund = useMay('payment.refundPart')
  const mayCapture = useMay('payment.capture')
  const session = useSession()
  const isAdministrator = session.state === 'signed-in' && session.user.role === 'administrator'
  const asking = usePriceChange(
    id,
    () => call('price.askForAgreement', { params: { id } }),
    'We don’t know yet whether it was sent. Click the button again.',
  )
  const charging = useCapture({ id, paymentStatus, dueCents: price.dueCents })
  const ask = async () => {
    if ((await asking.change(undefined)) === null) return
    toast({ title: 'Link sent', description: 'The customer can look at the price and agree to it.' })
  }
  const asks = canAgree(price)
  const leftCents = price.capturedCents - price.refundedCents - price.refundingCents
  const isRest = paymentStatus === 'completed' && price.agreement !== null && price.dueCents > 0
  const canTake = !isAtDesk && price.dueCents > 0 && (price.canChange || isRest)
  const canRefund = mayRefund && price.refundableCents !== null && price.refundableCents > 0
  return (
    <>
      {asking.problem !== null && <Alert tone="bad">{asking.problem.sentence}</Alert>}
      {price.refundableCents === null && price.capturedCents > 0 && (
        <p className="text-ui text-muted">The customer disputed this payment, so it can’t be refunded now.</p>
      )}
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {asks && (
          <Button
            variant={price.needsAgreement ? 'primary' : 'secondary'}
            size="small"
            onClick={() => setSigning(true)}
          >
            Sign here
          </Button>
        )}
        {asks && (
          <Button
            variant="secondary"
            size="small"
            busy={asking.isPending}
            busyText="Sending..."
            onClick={() => void ask()}
          >
            Ask the customer
          </Button>
        )}
        {onAdd !== null && (
          <Button variant="secondary" size="small" onClick={onAdd}>
            <Plus className="size-4" aria-hidden="true" />
            Add part, labor or discount
          </Button>
        )}
        {isRest && mayCapture && (
          <Button size="small" busy={charging.busy} busyText="Charging..." onClick={charging.capture}>
            Charge {formatCents(price.dueCents)}
          </Button>
        )}
        {canTake && (
          <TakePayment
            appointment={{ id, customerName, dueCents: price.dueCents, heldCents: appointment.heldCents }}
            label="Paid another way"
            variant="secondary"
            size="small"
          />
        )}
        {canRefund && (
          <Button variant="secondary" size="small" onClick={() => setRefunding(true)}>
            Refund a part
          </Button>
        )}
      </div>
      {isSigning && <AgreeDialog id={id} price={price} onClose={() => setSigning(false)} />}
      {isRefunding && (
        <RefundDialog
          id={id}
          price={price}
          timeZone={timeZone}
          isLimited={!isAdministrator && (price.refundableCents ?? 0) < leftCents}
          onClose={() => setRefunding(false)}
        />
      )}
    </>
  )
}
