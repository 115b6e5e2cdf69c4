import { bookingWindow } from './appointments/booking-window.ts'
import type { InstallationPackage } from './catalog/packages.ts'
import type { BookableShop } from './shops/shops.ts'
import { dayOf } from './time.ts'

/** Of more shops than these the landing page says only how many more there are. */
const shownShops = 3

/** What the landing page says that is not its own: all of it lives in the database. */
export type LandingFacts = {
  packages: InstallationPackage[]
  /** The first few, each with the closures that matter to somebody who books now. */
  shops: BookableShop[]
  moreShops: number
}

/** What the server writes into the documents it serves, so that the first paint needs no question. */
export type DocumentFacts = {
  /** As in the product's settings. */
  sandboxUrl: string | null
  /** Only where the landing page's document is written; a browser has null, and asks when it draws the page itself. */
  landing: LandingFacts | null
}

/**
 * Turns the document of every page into that of the landing page, with the page readable in it. `script`: the one that stands in it, to
 * the letter.
 */
export type RenderLanding = (input: {
  document: string
  sandboxUrl: string | null
  landing: LandingFacts
  publicUrl: string
}) => { text: string; script: string }

/** The landing page's facts out of the two public lists, as of the instant `now`. */
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
  }
}

/** Facts as the content of a script element that nobody executes: no text in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
