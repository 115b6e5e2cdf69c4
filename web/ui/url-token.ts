import type { BrowserStore } from './browser-store.ts'

/** The token after the # of a mailed link; null when there is none (#main is the skip link). */
export function tokenOf(hash: string): string | null {
  const token = hash.replace(/^#/, '')
  return token === '' || token === 'main' ? null : token
}

/**
 * Moves the token from the address into `store`: in the address it would reach the browser's history and
 * third-party scripts that report the page's address. If storage is refused it stays there, so that a reload
 * finds it.
 */
export function takeUrlToken(store: BrowserStore<string>): string | null {
  const token = tokenOf(window.location.hash)
  if (token === null) return store.read()
  if (store.write(token)) {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }
  return token
}
