import type { BrowserStore } from './browser-store.ts'

/** The token after the # of a mailed link; null when there is none (the link to the page's content is no token). */
export function tokenOf(hash: string): string | null {
  const token = hash.replace(/^#/, '')
  return token === '' || token === 'main' ? null : token
}

/**
 * Takes the token out of the address and keeps it in `store`: from the address it would reach the browser's
 * history, and scripts of others that report the page they run on. Where storage is forbidden it stays, so that a reload finds it.
 */
export function takeUrlToken(store: BrowserStore<string>): string | null {
  const token = tokenOf(window.location.hash)
  if (token === null) return store.read()
  if (store.write(token)) {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }
  return token
}
