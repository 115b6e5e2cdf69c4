/** The heading of the price in the details of an appointment, which loads on its own. */
export const detailsPriceId = 'details-price'

/**
 * Brings the price in the details into view and gives its heading the focus. The heading takes it only from
 * here: a click that lands on it must not.
 */
export function showDetailsPrice(): void {
  const heading = document.getElementById(detailsPriceId)
  if (!heading) return
  heading.scrollIntoView()
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true })
}
