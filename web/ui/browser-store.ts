import { createListeners, type ExternalStore } from './external-store.ts'

/**
 * `tab`: sessionStorage. `browser`: localStorage. `until-logout`: localStorage for all tabs, removed by
 * `clearUserData` or after seven days. `visit`: sessionStorage for the choices of a signed-out visitor, which
 * the account that signs in takes over.
 */
type Area = 'tab' | 'browser' | 'until-logout' | 'visit'

export type BrowserStore<Value> = ExternalStore<Value | null> & {
  /**
   * Stores the value; null removes it. False when the browser refuses storage: only this page's memory has
   * the value then.
   */
  write: (value: Value | null) => boolean
  /** Calls `listener` with the last value when another tab removes it. */
  onRemovedElsewhere: (listener: (removed: Value) => void) => () => void
}

const untilLogoutPrefix = 'until-logout:'
const visitPrefix = 'visit:'
const maxAgeMs = 7 * 86_400_000

/** Texts that the browser refused to store: storage switched off or full. */
const memory: Record<Area, Map<string, string>> = {
  tab: new Map(),
  browser: new Map(),
  'until-logout': new Map(),
  visit: new Map(),
}
const { notify, subscribe } = createListeners()

// The getter itself throws where the browser's settings forbid storage.
function storageOf(area: Area): Storage {
  return area === 'tab' || area === 'visit' ? sessionStorage : localStorage
}

function readText(area: Area, name: string): string | null {
  const text = memory[area].get(name)
  if (text !== undefined) return text
  try {
    return storageOf(area).getItem(name)
  } catch {
    return null
  }
}

function writeText(area: Area, name: string, text: string | null): boolean {
  memory[area].delete(name)
  try {
    if (text === null) storageOf(area).removeItem(name)
    else storageOf(area).setItem(name, text)
    return true
  } catch {
    if (text !== null) memory[area].set(name, text)
    return false
  } finally {
    notify()
  }
}

/** The text behind its timestamp; null when it has none or is too old. */
function unexpired(stored: string): string | null {
  const [, at, text] = /^(\d+) (.*)$/s.exec(stored) ?? []
  return text !== undefined && Date.now() - Number(at) < maxAgeMs ? text : null
}

/** A store whose `decode` returns null for a text that is not valid: it counts as absent. */
function createStore<Value>(
  area: Area,
  key: string,
  decode: (text: string) => Value | null,
  encode: (value: Value) => string,
): BrowserStore<Value> {
  const isDated = area === 'until-logout'
  const name = isDated ? untilLogoutPrefix + key : area === 'visit' ? visitPrefix + key : key
  const valueOf = (stored: string | null): Value | null => {
    const text = isDated && stored !== null ? unexpired(stored) : stored
    return text === null ? null : decode(text)
  }
  let last: { stored: string | null; value: Value | null } = { stored: null, value: null }
  return {
    read: () => {
      const stored = readText(area, name)
      if (stored !== last.stored) last = { stored, value: valueOf(stored) }
      return last.value
    },
    write: (value) => {
      const text = value === null ? null : encode(value)
      const stored = text === null || !isDated ? text : `${Date.now()} ${text}`
      // This page reads its own value back without the check, which drops half-typed parts.
      last = { stored, value }
      return writeText(area, name, stored)
    },
    subscribe,
    onRemovedElsewhere: (listener) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key !== name || event.newValue !== null) return
        const removed = valueOf(event.oldValue)
        if (removed !== null) listener(removed)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * A value stored as JSON. `check` returns null for one that does not fit; it must be prepared for anything.
 */
export function jsonStore<Value>(
  key: string,
  check: (stored: unknown) => Value | null,
  area: Area = 'tab',
): BrowserStore<Value> {
  return createStore(area, key, (text) => check(parseJson(text)), JSON.stringify)
}

/** A value stored as plain text, such as a token. `check` returns null for a text that does not fit. */
export function textStore<Value extends string>(
  key: string,
  check: (stored: string) => Value | null,
  area: Area = 'tab',
): BrowserStore<Value> {
  return createStore(area, key, check, (value) => value)
}

/** Whether an `until-logout` store holds data of another user: those keys end with ':' and the user's id. */
export function hasDataOfOthers(userId: string): boolean {
  try {
    return [...memory['until-logout'].keys(), ...Object.keys(localStorage)].some(
      (name) => name.startsWith(untilLogoutPrefix) && !name.endsWith(`:${userId}`),
    )
  } catch {
    return false
  }
}

/** Id of the user whose data this tab stores. */
const tabOwnerName = 'tab-owner'

/** Removes the data of other users when this user takes over the tab, and records the user as its owner. */
export function takeTab(userId: string): void {
  const owner = readText('tab', tabOwnerName)
  if (owner !== null && owner !== userId) {
    memory.tab.clear()
    memory.visit.clear()
    try {
      sessionStorage.clear()
    } catch {
      // Storage is switched off, so it holds nothing.
    }
  }
  if (owner !== userId) writeText('tab', tabOwnerName, userId)
}

/**
 * Removes everything stored for this tab and everything stored until logout. `keepsVisit`: except the choices
 * of the visitor in this tab.
 */
export function clearUserData({ keepsVisit = false } = {}): void {
  memory.tab.clear()
  memory['until-logout'].clear()
  if (!keepsVisit) memory.visit.clear()
  try {
    for (const name of Object.keys(sessionStorage))
      if (!keepsVisit || !name.startsWith(visitPrefix)) sessionStorage.removeItem(name)
    for (const name of Object.keys(localStorage))
      if (name.startsWith(untilLogoutPrefix)) localStorage.removeItem(name)
  } catch {
    // Storage is switched off, so it holds nothing.
  }
  notify()
}
