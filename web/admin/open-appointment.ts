import type { MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'

const parameter = 'appointment'

type EntryState = { openedAppointment?: boolean } | null

function addressWith(id: string | null): string {
  const search = new URLSearchParams(window.location.search)
  if (id === null) search.delete(parameter)
  else search.set(parameter, id)
  const query = search.toString()
  return query === '' ? window.location.pathname : `${window.location.pathname}?${query}`
}

/** The appointment whose details the address shows; null for none. */
export function openedAppointmentOf(search: string): string | null {
  return new URLSearchParams(search).get(parameter)
}

/** Opens 'Appointment Details' as a history entry: Back closes it, its address can be shared. */
export function openAppointment(id: string): void {
  if (openedAppointmentOf(window.location.search) === id) return
  navigate(addressWith(id), { state: { openedAppointment: true } })
}

// Going back takes a moment, in which a second press must not go back further.
let isGoingBack = false
if (typeof window !== 'undefined') window.addEventListener('popstate', () => (isGoingBack = false))

/**
 * Closes the details. If they were opened from this page it goes back, so that Back does not open them again.
 */
export function closeAppointment(): void {
  if (isGoingBack || openedAppointmentOf(window.location.search) === null) return
  if ((window.history.state as EntryState)?.openedAppointment) {
    isGoingBack = true
    window.history.back()
  } else {
    navigate(addressWith(null), { replace: true })
  }
}

/**
 * Whether a click on a row is meant for the row: not one on a control inside it, nor the end of a text
 * selection.
 */
export function isForAppointment(event: MouseEvent): boolean {
  const control = event.target instanceof Element && event.target.closest('[data-actions], a, button')
  return !control && (window.getSelection()?.isCollapsed ?? true)
}
