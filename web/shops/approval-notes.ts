import { weekdays } from '../../contract/shops/business-hours.ts'
import { payoutFields } from '../../contract/shops/shops.ts'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'

type Note = { text: string; isWarning: boolean }

/** The facts to look at before a shop is approved: place, payout and open days. */
export function approvalNotes(shop: ShopSettings): Note[] {
  return [placeNote(shop), hoursNote(shop), payoutNote(shop)].filter((note) => note !== null)
}

function placeNote({ address, latitude, isRough, matchedAddress }: ShopSettings): Note {
  if (latitude === null) return { text: `${address}: not found on the map yet`, isWarning: true }
  if (isRough)
    return { text: `${address}: approximate match, ${matchedAddress ?? 'an area'}`, isWarning: true }
  return { text: address, isWarning: false }
}

function hoursNote({ businessHours }: ShopSettings): Note {
  const open = weekdays.filter((day, index) => index < 5 && businessHours[day].isOpen).length
  if (open === 0) return { text: 'Not open on any day from Monday to Friday', isWarning: true }
  return { text: `Open on ${open} of 5 bookable days`, isWarning: false }
}

function payoutNote({ payout }: ShopSettings): Note | null {
  if (payout === null) return null
  const { paymentMethod, lastFour } = payout
  if (paymentMethod === null) return { text: 'No payout method', isWarning: true }
  const isWhole = payoutFields[paymentMethod].every((field) => lastFour[field] !== undefined)
  return isWhole
    ? { text: `Payout by ${paymentMethod}`, isWarning: false }
    : { text: `Payout by ${paymentMethod}, details not complete`, isWarning: true }
}
