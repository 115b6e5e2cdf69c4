import { BadgeCheck, MapPin, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { shopHoursLines } from './shop-hours.ts'

type ShownShop = Pick<BookableShop, 'businessName' | 'address' | 'businessHours' | 'facts'>
type ShopCardProps = { shop: ShownShop; heading: 'h3' | 'p' }

/** A shop as customers see it before they pay. Facts that it does not tell are left out. */
export function ShopCard({ shop, heading: Heading }: ShopCardProps) {
  const { phone, licenseNumber, warranty } = shop.facts
  return (
    <div className="grid gap-4 text-ui">
      <div className="flex items-start gap-3">
        <MapPin className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
        <div className="min-w-0">
          <Heading className="text-lg leading-snug font-semibold wrap-anywhere">
            <bdi>{shop.businessName}</bdi>
          </Heading>
          <p className="mt-0.5 wrap-anywhere text-muted">
            <bdi>{shop.address}</bdi>
          </p>
          {phone !== undefined && (
            <p className="mt-1">
              <span className="sr-only">Phone: </span>
              <PhoneLink phone={phone} />
            </p>
          )}
        </div>
      </div>
      <ul className="grid gap-1.5 text-sm">
        {shopHoursLines(shop.businessHours).map(({ days, hours }) => (
          <li key={days} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-muted">{days}</span> <span className="tabular-nums">{hours}</span>
          </li>
        ))}
      </ul>
      {licenseNumber !== undefined && (
        <Point icon={<BadgeCheck />}>
          <span className="block text-sm text-muted">License number</span>
          <bdi>{licenseNumber}</bdi>
        </Point>
      )}
      {warranty !== undefined && (
        <Point icon={<Wrench />}>
          <span className="block text-sm text-muted">Warranty</span>
          <bdi>{warranty}</bdi>
        </Point>
      )}
    </div>
  )
}

/** A line with its icon. */
export function Point({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-ember [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
