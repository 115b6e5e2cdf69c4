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
    <section aria-labelledby={detailsPriceId} className="border-t border-line pt-6">
      <h3 id={detailsPriceId} className="mb-3 scroll-mt-6 font-semibold focus:outline-hidden">
        Price and payment
      </h3>
      <div className="grid gap-4">
        {children}
        <PriceSection appointment={pricedOf(details)} />
      </div>
    </section>
  )
}
