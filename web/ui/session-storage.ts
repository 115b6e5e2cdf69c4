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

const keptPrefix = 'until-logout:'
const keptDays = 7

/** The name under which a text that outlives its tab stands in the browser's storage, as its events say it. */
export function keptName(key: string): string {
  return keptPrefix + key
}

/** The text of what stands under such a name; null when it is none or older than a week. */
export function keptText(stored: string | null): string | null {
  const [, at, text] = /^(\d+) (.*)$/s.exec(stored ?? '') ?? []
  return text !== undefined && Date.now() - Number(at) < keptDays * 86_400_000 ? text : null
}

/** Reads a text that outlives its tab; null when there is none or the browser forbids storage. */
export function readKept(key: string): string | null {
  try {
    return keptText(localStorage.getItem(keptName(key)))
  } catch {
    return null
  }
}

/** Keeps a text for every tab until the person logs out or another signs in, or removes it with null. */
export function writeKept(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keptName(key))
    else localStorage.setItem(keptName(key), `${Date.now()} ${text}`)
  } catch {
    // The page works on from memory.
  }
}

/** Whether something outlives its tab under another owner's key; those keys end with ':' and the owner. */
export function isKeptForOthers(owner: string): boolean {
  try {
    return Object.keys(localStorage).some(
      (name) => name.startsWith(keptPrefix) && !name.endsWith(`:${owner}`),
    )
  } catch {
    return false
  }
}

/** Forgets everything that was kept for this tab, and what outlives it. */
export function clearSession(): void {
  try {
    sessionStorage.clear()
    for (const name of Object.keys(localStorage))
      if (name.startsWith(keptPrefix)) localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
