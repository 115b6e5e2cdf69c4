import type { User } from '../../contract/identity/identity.ts'
import { paths } from '../paths.ts'
import { isStaff } from './is-staff.ts'
import { jsonStore, textStore } from '../ui/browser-store.ts'
import { parseUrl } from '../parse-url.ts'
import { fieldsOf } from '../ui/checked-fields.ts'

/** The pages that need a signed-in user. */
const returnable: readonly string[] = [
  paths.account,
  paths.scheduler,
  paths.appointments,
  paths.admin,
  paths.work,
]

/** Pages that go on after a sign-in, beside those. */
const resumable: readonly string[] = [...returnable, paths.join]

/** Whether the page at this path needs a signed-in user. */
export function isSessionPage(path: string): boolean {
  return returnable.includes(path)
}

/** The page on which a session ended, and its user. `state` is that of the history entry. */
export type ReturnUrl = { owner: string; address: string; state: unknown }

/** The address if it is one of our pages that need a session; else null. Prevents open redirects. */
export function returnUrlOf(text: string): string | null {
  const here = 'https://own.invalid'
  const url = text.startsWith('/') ? parseUrl(text, here) : null
  if (!url) return null
  const { origin, pathname, search, hash } = url
  return origin === here && resumable.includes(pathname) ? pathname + search + hash : null
}

function checkReturnUrl(stored: unknown): ReturnUrl | null {
  const { owner, address: text, state } = fieldsOf(stored)
  const address = returnUrlOf(String(text))
  return address !== null && typeof owner === 'string' ? { owner, address, state } : null
}

export const returnUrlStore = jsonStore('place-to-return', checkReturnUrl)

/** The page at which a visitor's booking goes on once there is an account. */
export const visitReturnStore = textStore('return', returnUrlOf, 'visit')

/** Stores the address of a mailed link for a visitor, whom it sends to sign in first. */
export function keepMailedPage({ pathname, search }: Location): void {
  if (pathname === paths.appointments && new URLSearchParams(search).has('reschedule'))
    visitReturnStore.write(pathname + search)
}

function checkAddress(stored: unknown): string | null {
  return typeof stored === 'string' ? returnUrlOf(stored) : null
}

/** The page that waits until this user has confirmed the email address. Every tab reads it. */
export function proofReturnStore(owner: string) {
  return jsonStore(`proof-return:${owner}`, checkAddress, 'until-logout')
}

/** Stores the address of this tab, so that the same user returns to it after signing in again. */
export function saveReturnUrl(owner: string): void {
  const { pathname, search, hash } = window.location
  const address = returnUrlOf(pathname + search + hash)
  if (address === null) return
  returnUrlStore.write({ owner, address, state: window.history.state })
}

/**
 * The destination after a sign-in: the visitor's booking, the stored page of the same user, else the start
 * page.
 */
export function afterSignIn(
  user: Pick<User, 'id' | 'role' | 'workplaces'>,
  returnUrl: ReturnUrl | null,
  visitReturn: string | null,
): { to: string; state: unknown } {
  if (visitReturn !== null) return { to: visitReturn, state: null }
  return returnUrl?.owner === user.id
    ? { to: returnUrl.address, state: returnUrl.state }
    : { to: isStaff(user) ? paths.today : paths.scheduler, state: null }
}
