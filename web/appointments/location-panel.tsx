import { MapPin } from 'lucide-react'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { Card } from '../ui/card.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { closureLines, shopHoursLines, weekendNote } from './shop-hours.ts'
import { VisitFactsList } from './visit-facts.tsx'

type LocationPanelProps = {
  shop: BookableShop
  /** The bookable days, whose closures are listed. */
  firstDay: string
  lastDay: string
}

/** The place of the installation, with the shop's hours. */
export function LocationPanel({ shop, firstDay, lastDay }: LocationPanelProps) {
  const closures = closureLines(shop.closures, firstDay, lastDay)
  const note = weekendNote(shop.businessHours)
  return (
    <Card>
      <h3 className="text-lg font-semibold">Installation Location</h3>
      <p className="mt-3 flex items-start gap-2.5">
        <MapPin className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">
            <bdi>{shop.businessName}</bdi>
          </span>
          <span className="block wrap-anywhere text-muted">
            <bdi>{shop.address}</bdi>
          </span>
          {shop.facts.phone !== undefined && <PhoneLink phone={shop.facts.phone} />}
        </span>
      </p>
      <VisitFactsList visit={shop.facts} className="mt-3 grid gap-2 pl-7.5 text-ui" />
      <ul className="mt-5 grid gap-2 border-t border-line pt-4 text-ui">
        {shopHoursLines(shop.businessHours).map(({ days, hours }) => (
          <li key={days} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-muted">{days}</span> <span className="tabular-nums">{hours}</span>
          </li>
        ))}
      </ul>
      {note !== null && <p className="mt-3 text-sm text-muted">{note}</p>}
      {closures.length > 0 && (
        <p className="mt-4 border-t border-line pt-4 text-ui">
          <span className="text-muted">Also closed:</span> {closures.join(', ')}
        </p>
      )}
    </Card>
  )
}
