import { MapPin } from 'lucide-react'
import type { LandingFacts } from '../../contract/document-facts.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { closureLines, shopHoursLines, weekendNote } from '../appointments/shop-hours.ts'
import { LandingSection } from './landing-section.tsx'
import { HoursChart } from './hours-chart.tsx'

/** The shops' addresses and hours. */
export function ShopPlaces({ shops, moreShops }: Pick<LandingFacts, 'shops' | 'moreShops'>) {
  if (shops.length === 0) return null
  return (
    <LandingSection
      id="places"
      title={shops.length === 1 ? 'Our location' : 'Our locations'}
      ground="surface"
    >
      <div className="mt-6 grid gap-10 sm:mt-14 sm:gap-14">
        {shops.map((shop) => (
          <ShopPlace key={shop.id} shop={shop} />
        ))}
      </div>
      {moreShops > 0 && (
        <p className="mt-12 text-lg text-muted">
          {moreShops === 1 ? 'One more shop' : `${moreShops} more shops`} to choose from when you book.
        </p>
      )}
    </LandingSection>
  )
}

function ShopPlace({ shop }: { shop: BookableShop }) {
  const closures = closureLines(shop.closures, '0000-01-01', '9999-12-31')
  const note = weekendNote(shop.businessHours)
  return (
    <article
      aria-labelledby={`shop-${shop.id}`}
      className="grid gap-5 sm:gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16"
    >
      <div className="min-w-0">
        <h3 id={`shop-${shop.id}`} className="text-xl font-semibold wrap-anywhere sm:text-3xl">
          <bdi>{shop.businessName}</bdi>
        </h3>
        <p className="mt-2 flex items-start gap-3 text-muted sm:mt-4 sm:text-lg">
          <MapPin className="mt-1 size-5 shrink-0 text-ember" aria-hidden="true" />
          <bdi className="min-w-0">{shop.address}</bdi>
        </p>
        <a
          href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: `${shop.businessName}, ${shop.address}` }).toString()}`}
          target="_blank"
          rel="noreferrer"
          className="ml-8 inline-flex min-h-11 items-center sm:mt-4 sm:text-lg font-medium text-link underline underline-offset-4 hover:no-underline"
        >
          Find it on the map
          <span className="sr-only">: {shop.businessName} (new tab)</span>
        </a>
      </div>
      <div>
        <HoursChart week={shop.businessHours} lines={shopHoursLines(shop.businessHours)} />
        {note !== null && <p className="mt-6 text-muted">{note}</p>}
        {closures.length > 0 && (
          <p className="mt-6 text-muted">
            Also closed: <span className="text-ink">{closures.join(', ')}</span>
          </p>
        )}
      </div>
    </article>
  )
}
