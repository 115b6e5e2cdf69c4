import { formatCents, formatSignedCents } from '../../contract/money.ts'
import { groupRefunds } from '../../contract/payments/group-refunds.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { droppedRefundWords } from '../../contract/payments/staff-price-words.ts'
import { theCard } from '../admin/admin-words.ts'
import { methodWords } from './method-words.ts'
import { priceMoment } from './price-notes.ts'
import { PriceRow } from './price-table.tsx'
import type { Priced } from './priced-of.ts'
import { RemovePayment } from './remove-payment.tsx'

/** The refunds of a price, one line each, and after them those that were not made. */
function refundLines({ refunds }: DayPrice) {
  const isDropped = ({ status }: DayPrice['refunds'][number]) => status === 'dropped'
  const going = refunds.filter((refund) => !isDropped(refund))
  return [
    ...groupRefunds(going.map((refund) => ({ ...refund, isMade: refund.status === 'made' }))).map(
      (refund) => ({ ...refund, note: refund.isMade ? null : 'on its way' }),
    ),
    ...refunds
      .filter((refund) => isDropped(refund))
      .map((refund) => ({ ...refund, note: `not made: ${droppedRefundWords}` })),
  ]
}

type PaymentRowsProps = { price: DayPrice; appointment: Priced }

/** The money of a price: paid at the shop, charged, refunded, held, and still due. */
export function PaymentRows({ price, appointment }: PaymentRowsProps) {
  const { id, timeZone, paymentStatus, workState, hasFee } = appointment
  const { capturedCents, payments, dueCents, card, onHoldCents } = price
  const isCancelled = paymentStatus === 'cancelled'
  const wholeRefund = refundedAsWhole(price)
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
      {payments.map((payment) => (
        <PriceRow
          key={payment.id}
          label={payment.amountCents < 0 ? 'Given back at the shop' : methodWords[payment.method]}
          note={by(payment.by, payment.at)}
          action={payment.isRemovable && <RemovePayment id={id} payment={payment} dueCents={dueCents} />}
          amount={formatSignedCents(payment.amountCents)}
        />
      ))}
      {capturedCents > 0 && (
        <PriceRow
          label={`${hasFee ? 'Fee charged' : 'Charged'} to ${theCard(card)}`}
          amount={formatCents(capturedCents)}
        />
      )}
      {refundLines(price).map(({ id: refundId, amountCents, reason, note, at, by: name }) => (
        <PriceRow
          key={refundId}
          label={
            <>
              Refunded: <bdi>{reason}</bdi>
            </>
          }
          note={
            <>
              {by(name, at)}
              {note !== null && ` · ${note}`}
            </>
          }
          amount={formatSignedCents(-amountCents)}
        />
      ))}
      {wholeRefund > 0 && (
        <PriceRow label={`Refunded to ${theCard(card)}`} amount={formatSignedCents(-wholeRefund)} />
      )}
      {onHoldCents > 0 && (
        <PriceRow
          label={<span className="text-muted">Held on {theCard(card)}</span>}
          amount={formatCents(onHoldCents)}
        />
      )}
      {!isCancelled && workState !== 'no_show' && (
        <PriceRow isTotal label="Still due" amount={formatCents(dueCents)} />
      )}
    </>
  )
}

/** Refunded by a cancellation, which is no refund of a part with a reason. */
function refundedAsWhole({ refundedCents, refunds }: DayPrice): number {
  const parts = refunds.filter(({ status }) => status === 'made')
  return refundedCents - parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
