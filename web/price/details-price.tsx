import type { ReactNode } from 'react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { detailsPriceId } from './details-price-id.ts'
import { PriceSection } from './price-section.tsx'
import { pricedOf } from './priced-of.ts'

type DetailsPriceProps = {
  details: AppointmentDetails
  /** The card and its hold. */
  children: ReactNode
}

/** The price and the payment within the details of an appointment. */
export function DetailsPrice({ details, children }: DetailsPriceProps) {
  return (
    <section
      id={detailsPriceId}
      tabIndex={-1}
      aria-labelledby="price-heading"
      className="scroll-mt-2 border-t border-line pt-6 focus:outline-hidden"
    >
      <h3 id="price-heading" className="mb-3 font-semibold">
        Price and payment
      </h3>
      <div className="grid gap-4">
        {children}
        <PriceSection appointment={pricedOf(details)} />
      </div>
    </section>
  )
}
