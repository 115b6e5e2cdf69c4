import { navigate } from 'wouter/use-browser-location'
import { paths } from '../paths.ts'

/** The wall time that the address proposes: /appointments?reschedule=<its id>&at=<wall time>. */
export function askedMoveOf(id: string, search = window.location.search): string | null {
  const asked = new URLSearchParams(search)
  return asked.get('reschedule') === id ? asked.get('at') : null
}

/** Takes the proposal out of the address, so that a reload does not open it again. */
export function forgetAskedMove(): void {
  if (new URLSearchParams(window.location.search).has('reschedule'))
    navigate(paths.appointments, { replace: true })
}
