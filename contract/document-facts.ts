import { bookingWindow } from './slots/booking-window.ts'
import type { InstallationPackage } from './catalog/packages.ts'
import type { BookableShop } from './shops/shops.ts'
import { dayOf } from './time.ts'

/** The landing page lists this many shops and counts the rest. */
const shownShops = 3

/** The landing page's facts that live in the database. */
export type LandingFacts = {
  packages: InstallationPackage[]
  /** The first few, each with the closures that matter for a booking made now. */
  shops: BookableShop[]
  moreShops: number
  /** The last model year on offer. */
  currentYear: number
}

/** Facts that the server writes into each document, so that the first paint needs no request. */
export type DocumentFacts = {
  sandboxUrl: string | null
  /**
   * Only set while the server renders the landing page. The browser has null, and requests the facts when it
   * renders the page itself.
   */
  landing: LandingFacts | null
}

/**
 * Renders the landing page into the common document. `script` is the text of the inline script that it adds.
 */
export type RenderLanding = (input: {
  document: string
  sandboxUrl: string | null
  landing: LandingFacts
  publicUrl: string
}) => { text: string; script: string }

/** The landing page's facts, from the two public lists, at the instant `now`. */
export function landingFactsOf(
  packages: InstallationPackage[],
  shops: readonly BookableShop[],
  now: number,
): LandingFacts {
  return {
    packages,
    shops: shops.slice(0, shownShops).map((shop) => ({
      ...shop,
      closures: shop.closures.filter(
        ({ firstDay, lastDay }) =>
          lastDay >= dayOf(now, shop.timeZone) && firstDay <= bookingWindow(now, shop.timeZone).lastDay,
      ),
    })),
    moreShops: Math.max(0, shops.length - shownShops),
    currentYear: Number(dayOf(now, shops[0]?.timeZone ?? 'UTC').slice(0, 4)),
  }
}

/** Facts as the content of a script element of a data type: no text in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
