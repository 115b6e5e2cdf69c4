import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { formatCard } from '../../contract/payments/card-brand.ts'
import { useMay } from '../identity/standing.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { nonBreakingHours } from '../ui/non-breaking.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatMoment, holdWordsOf } from './admin-words.ts'
import { Fact, FactGroup, FactList } from './details-facts.tsx'

const DetailsPrice = lazyComponent(
  () => import('../price/details-price.tsx').then((module) => module.DetailsPrice),
  () => <Skeleton className="h-32" />,
)

const paidWords = {
  cash: 'in cash, at the shop',
  terminal: 'with the shop’s terminal',
  other: 'at the shop, in another way',
} as const

/**
 * The one part about the money of an appointment: the price with its lines and payments, the card and its
 * hold. For readers who may not see prices of the day, the amounts alone.
 */
export function DetailsPayment({ details }: { details: AppointmentDetails }) {
  const mayReadPrice = useMay('price.read')
  if (mayReadPrice)
    return (
      <DetailsPrice details={details}>
        <FactList>
          <CardFacts details={details} />
        </FactList>
      </DetailsPrice>
    )
  return (
    <FactGroup title="Payment">
      <Fact label="Price">{formatCents(details.priceCents)}</Fact>
      <CardFacts details={details} />
      {details.paidAtShop !== null && <Fact label="Paid">{paidWords[details.paidAtShop]}</Fact>}
      <Fact label="Held">{formatCents(details.heldCents)}</Fact>
      <Fact label="Charged">{formatCents(details.capturedCents)}</Fact>
      <Fact label="Refunded">{formatCents(details.refundedCents)}</Fact>
      {details.paymentStatus !== 'cancelled' && (
        <Fact label="Still due">{formatCents(details.dueCents)}</Fact>
      )}
    </FactGroup>
  )
}

/** The card, its hold, the agreed fee and what a dispute took. */
function CardFacts({ details }: { details: AppointmentDetails }) {
  const { hold, timeZone } = details
  const holdWords = holdWordsOf(hold, timeZone)
  return (
    <>
      {hold.card !== null && <Fact label="Card">{formatCard(hold.card)}</Fact>}
      {holdWords && (
        <Fact label="Hold">
          <span className={holdWords.warning === null ? '' : 'font-medium text-warn'}>{holdWords.text}</span>
        </Fact>
      )}
      {details.cardDueAt !== null && (
        <Fact label="Card due">{nonBreakingHours(formatMoment(details.cardDueAt, timeZone))}</Fact>
      )}
      {details.cancelFee && details.decidedFee === null && details.paymentStatus !== 'completed' && (
        <Fact label="Agreed fee">
          {formatCents(details.cancelFee.feeCents)} for a late cancellation or a no-show
        </Fact>
      )}
      {details.disputedCents !== 0 && <Fact label="Disputed">{formatCents(details.disputedCents)}</Fact>}
    </>
  )
}
