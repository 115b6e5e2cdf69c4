/** The anchor of the price in the details of an appointment, which loads on its own. */
export const detailsPriceId = 'details-price'

/** Brings the price in the details into view and gives it the focus. */
export function showDetailsPrice(): void {
  const price = document.getElementById(detailsPriceId)
  price?.scrollIntoView()
  price?.focus({ preventScroll: true })
}
