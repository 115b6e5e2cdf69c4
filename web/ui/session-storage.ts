/** Reads a text kept for this tab; null when there is none or the browser forbids storage. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text for this tab, or removes it with null. Where storage is forbidden nothing outlives a reload. */
export function writeSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // The page works on from memory.
  }
}

/** Forgets everything that was kept for this tab. */
export function clearSession(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing was kept.
  }
}
