import { paths } from '../paths.ts'
import { jsonStore } from '../ui/browser-store.ts'
import { fieldsOf } from '../ui/checked-fields.ts'

/** The pages that ask for somebody signed in. */
const returnable: readonly string[] = [paths.account, paths.scheduler, paths.appointments, paths.admin]

/** Where a session ended in the middle, and whose it was. `state` is the history entry's own. */
export type ReturnUrl = { owner: string; address: string; state: unknown }

/** The address that a text names; null when it leads to another site or to a page that needs nobody signed in. */
export function returnUrlOf(text: string): string | null {
  const here = 'https://own.invalid'
  if (!text.startsWith('/') || !URL.canParse(text, here)) return null
  const { origin, pathname, search, hash } = new URL(text, here)
  return origin === here && returnable.includes(pathname) ? pathname + search + hash : null
}

function checkReturnUrl(stored: unknown): ReturnUrl | null {
  const { owner, address: text, state } = fieldsOf(stored)
  const address = returnUrlOf(String(text))
  return address !== null && typeof owner === 'string' ? { owner, address, state } : null
}

export const returnUrlStore = jsonStore('place-to-return', checkReturnUrl)

/** Stores the address of this tab, so that the same user returns to it after signing in again. */
export function saveReturnUrl(owner: string): void {
  const { pathname, search, hash } = window.location
  const address = returnUrlOf(pathname + search + hash)
  if (address === null) return
  returnUrlStore.write({ owner, address, state: window.history.state })
}

/** Where somebody goes on who has just signed in: where their session ended in this tab, else to the start of everybody. */
export function afterSignIn(
  user: { id: string },
  returnUrl: ReturnUrl | null,
): { to: string; state: unknown } {
  return returnUrl?.owner === user.id
    ? { to: returnUrl.address, state: returnUrl.state }
    : { to: paths.scheduler, state: null }
}
