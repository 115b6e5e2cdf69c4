import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { detailsPriceId } from './details-price-id.ts'
import { PriceSection } from './price-section.tsx'
import { pricedOf } from './priced-of.ts'
import { usePrice } from './price-queries.ts'

/** The price within the details of an appointment. Absent while it is that of the package and no more. */
export function DetailsPrice({ details }: { details: AppointmentDetails }) {
  const { data: price } = usePrice(details.id)
  const isPlain =
    price !== undefined &&
    !price.canChange &&
    price.lines.length === 0 &&
    price.payments.length === 0 &&
    // Of a cancelled appointment a fee, or all of its price before the refund.
    (price.capturedCents === 0 || details.paymentStatus === 'cancelled')
  if (isPlain) return null
  return (
    <section
      id={detailsPriceId}
      tabIndex={-1}
      aria-labelledby="price-heading"
      className="border-t border-line pt-6 focus:outline-hidden"
    >
      <h3 id="price-heading" className="mb-3 font-semibold">
        Price
      </h3>
      <PriceSection appointment={pricedOf(details)} />
    </section>
  )
}
