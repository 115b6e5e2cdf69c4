import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'
import { fieldsOf } from '../ui/checked-fields.ts'
import type { Place } from './booking-steps.ts'

/** The places of this visit that lie behind the present history entry, oldest first. Kept in the entry itself, so a reload keeps it. */
function trail(): Place[] {
  const { bookingTrail } = fieldsOf(window.history.state)
  return Array.isArray(bookingTrail) ? (bookingTrail as Place[]) : []
}

function addressOf(place: Place): string {
  return place === 'list' ? paths.scheduler : paths.bookingStep(place)
}

/** Goes on to a place; the browser's Back returns here. A second press, before the place is drawn, changes nothing. */
export function goOn(from: Place, to: Place): void {
  if (window.location.pathname + window.location.search === addressOf(to)) return
  navigate(addressOf(to), { state: { bookingTrail: [...trail(), from] } })
}

/** Puts a place where the present one is. */
export function goInstead(to: Place): void {
  navigate(addressOf(to), { replace: true, state: { bookingTrail: trail() } })
}

/** Goes back to an earlier place: over the history where it is there, so that Back and forward stay in step. */
export function goBackTo(to: Place): void {
  const behind = trail()
  const index = behind.lastIndexOf(to)
  if (index === -1) goInstead(to)
  else window.history.go(index - behind.length)
}

/**
 * Leaves the steps for the confirmation, with only the list behind it: Back must not return to the payment. `onArrival`
 * runs once the steps are left and before the confirmation is shown: the steps would miss the draft, the list forgets
 * confirmations.
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
