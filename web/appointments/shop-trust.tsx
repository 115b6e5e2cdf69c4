import { CalendarX2, CreditCard, ReceiptText } from 'lucide-react'
import { formatCents } from '../../contract/money.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { Guarantee } from '../fitment/guarantee.tsx'
import { LegalLinks } from '../layout/legal-links.tsx'
import { classNames } from '../ui/class-names.ts'
import { freeCancellation } from './free-cancellation.ts'
import { Point, ShopCard } from './shop-card.tsx'

type ShopTrustProps = {
  shop: BookableShop
  priceCents: number
  /** A late cancellation costs a fee, whose terms stand beside the consent. */
  hasFee: boolean
  className?: string
}

/** Beside the card field: the terms of the payment, and the shop that does the work. */
export function ShopTrust({ shop, priceCents, hasFee, className }: ShopTrustProps) {
  return (
    <section
      aria-labelledby="before-you-pay"
      className={classNames('grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6', className)}
    >
      <div className="grid gap-3.5 text-ui">
        <h2 id="before-you-pay" className="text-lg font-semibold">
          Before you pay
        </h2>
        <Guarantee />
        {!hasFee && <Point icon={<CalendarX2 />}>{freeCancellation}</Point>}
        <Point icon={<ReceiptText />}>The price includes parts, labor and tax.</Point>
        <Point icon={<CreditCard />}>
          Paying with a debit card? Your available balance drops by {formatCents(priceCents)} until we charge
          or release the hold.
        </Point>
      </div>
      <div className="border-t border-line pt-5">
        <ShopCard shop={shop} heading="h3" />
      </div>
      <div className="border-t border-line pt-4 text-sm text-muted">
        <LegalLinks newTab />
      </div>
    </section>
  )
}
