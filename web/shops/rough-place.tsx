import { TriangleAlert } from 'lucide-react'

/** The geocoder did not find the building, so its words stand beside the typed ones. */
export function RoughPlace({ matched }: { matched: string }) {
  return (
    <span className="flex items-start gap-2 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Approximate match: check the pin. We only found <bdi className="font-medium">{matched}</bdi>. Check
        the street and number.
      </span>
    </span>
  )
}

/**
 * Opens Google Maps at a place.
 * https://developers.google.com/maps/documentation/urls/get-started#search-action
 */
export function PinLink({ latitude, longitude }: { latitude: number; longitude: number }) {
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center justify-self-start pl-6 text-link underline underline-offset-4 hover:no-underline"
    >
      Check the pin on a map<span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
