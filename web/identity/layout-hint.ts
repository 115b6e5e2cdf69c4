export type LayoutHint = 'customer' | 'shop'

const key = 'userType'

/** Which layout to expect before the server has answered. A hint for the eye; it opens nothing. */
export function rememberLayoutHint(hint: LayoutHint): void {
  try {
    localStorage.setItem(key, hint)
  } catch {
    // Storage may be switched off; the hint is not needed.
  }
}

/** Keeps a hint that is there and otherwise says customer, as a sign-in does. What is no hint counts as none. */
export function keepLayoutHint(): void {
  try {
    const kept = localStorage.getItem(key)
    if (kept !== 'customer' && kept !== 'shop') rememberLayoutHint('customer')
  } catch {
    // As above.
  }
}

/** Whether somebody has signed in here and not logged out: very likely they still are. */
export function hasLayoutHint(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function forgetLayoutHint(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
