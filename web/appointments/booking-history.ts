import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { fieldsOf } from '../ui/checked-fields.ts'
import type { Place } from './booking-steps.ts'

/**
 * The places of this visit behind the current history entry, oldest first. Stored in the entry, so that a
 * reload keeps them.
 */
function trail(): Place[] {
  const { bookingTrail } = fieldsOf(window.history.state)
  return Array.isArray(bookingTrail) ? (bookingTrail as Place[]) : []
}

/** The address of a place, for a visitor one without an account. */
export function addressOf(place: Place): string {
  if (window.location.pathname === paths.book) return place === 'list' ? paths.landing : paths.bookStep(place)
  return place === 'list' ? paths.scheduler : paths.bookingStep(place)
}

/** Goes forward to a place; Back returns here. A second press before it renders has no effect. */
export function goOn(from: Place, to: Place): void {
  if (window.location.pathname + window.location.search === addressOf(to)) return
  navigate(addressOf(to), { state: { bookingTrail: [...trail(), from] } })
}

/** Replaces the current place. */
export function goInstead(to: Place): void {
  navigate(addressOf(to), { replace: true, state: { bookingTrail: trail() } })
}

/**
 * Returns to an earlier place: through the history if it is there, so that Back and Forward stay consistent.
 */
export function goBackTo(to: Place): void {
  const behind = trail()
  const index = behind.lastIndexOf(to)
  if (index === -1) goInstead(to)
  else window.history.go(index - behind.length)
}

/**
 * Leaves the steps for the confirmation, with only the list behind it: Back must not return to the payment.
 * `onArrival` runs after the steps are left and before the confirmation shows: the steps need the draft until
 * then, and the list removes confirmations.
 */
export function goToConfirmation(onArrival: () => void): void {
  const behind = trail()
  const confirm = () => {
    navigate(paths.scheduler, { replace: true, state: { bookingTrail: [] } })
    onArrival()
    goOn('list', 'confirmed')
  }
  if (behind.length === 0) return confirm()
  window.addEventListener('popstate', confirm, { once: true })
  window.history.go(-behind.length)
}
