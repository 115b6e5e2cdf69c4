import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BookingDraft } from './booking-draft.ts'

type StorageListener = (event: { key: string; oldValue: string | null; newValue: string | null }) => void

/** Two tabs of one browser: a storage of their own each, one in common, and news of its changes. */
function openTabs() {
  const shared = new Map<string, string>()
  const tabs: { listeners: Set<StorageListener> }[] = []
  const storageOf = (
    items: Map<string, string>,
    onChange: (key: string, oldValue: string | null, newValue: string | null) => void,
  ) => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const before = items.get(key) ?? null
      items.set(key, value)
      onChange(key, before, value)
    },
    removeItem: (key: string) => {
      const before = items.get(key) ?? null
      items.delete(key)
      if (before !== null) onChange(key, before, null)
    },
  })
  return async function openTab() {
    const tab = { listeners: new Set<StorageListener>() }
    tabs.push(tab)
    const own = storageOf(new Map(), () => undefined)
    const common = storageOf(shared, (key, oldValue, newValue) => {
      for (const { listeners } of tabs.filter((other) => other !== tab))
        for (const listener of listeners) listener({ key, oldValue, newValue })
    })
    const enter = () => {
      vi.stubGlobal('sessionStorage', own)
      vi.stubGlobal('localStorage', common)
    }
    enter()
    vi.resetModules()
    const [store, { jsonStore }, { checkDraft }] = await Promise.all([
      import('./draft-store.ts'),
      import('../ui/browser-store.ts'),
      import('./booking-draft.ts'),
    ])
    vi.stubGlobal('window', {
      addEventListener: (_: string, listener: StorageListener) => tab.listeners.add(listener),
      removeEventListener: (_: string, listener: StorageListener) => tab.listeners.delete(listener),
    })
    store.subscribeToDraft('pat', () => undefined)
    return {
      change: (parts: Partial<BookingDraft>) => {
        enter()
        store.changeDraft('pat', parts)
      },
      finish: () => {
        enter()
        store.clearDraft('pat')
      },
      visit: (parts: Partial<BookingDraft>) => {
        enter()
        store.changeDraft(store.visitor, parts)
      },
      visited: () => {
        enter()
        return jsonStore('booking-draft', checkDraft, 'visit').read()
      },
      read: () => store.readDraft('pat'),
      shared: () => jsonStore('booking-draft:pat', checkDraft, 'until-logout').read(),
    }
  }
}

let openTab: ReturnType<typeof openTabs>
beforeEach(() => {
  openTab = openTabs()
})
afterEach(() => vi.unstubAllGlobals())

const audi = { vehicle: { year: '2021', make: 'Audi', model: 'Q5', vin: '' }, packageId: 1 }
const bmw = { vehicle: { year: '2021', make: 'BMW', model: 'X5', vin: '' }, packageId: 1 }

test.each(['before', 'after'])(
  'a finished order keeps the other order that a tab chose %s it',
  async (order) => {
    const [first, second] = [await openTab(), await openTab()]
    if (order === 'before') second.change(bmw)
    first.change(audi)
    if (order === 'after') second.change(bmw)
    first.finish()
    expect(first.read().vehicle.make).toBe('')
    expect(second.read()).toMatchObject(bmw)
  },
)

test('the draft of another tab stays for tabs that open later', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.change(audi)
  second.change(bmw)
  first.finish()
  expect(second.shared()).toMatchObject(bmw)
})

test('the same order in another tab goes once it is finished, but not while that tab sends it', async () => {
  const [first, second, sending] = [await openTab(), await openTab(), await openTab()]
  second.change(audi)
  sending.change({ ...audi, attempt: { key: 'key', order: {} as never, agreed: null } })
  first.change(audi)
  first.finish()
  expect(second.read().vehicle.make).toBe('')
  expect(sending.read()).toMatchObject(audi)
})

test('the account takes over the draft of the visitor in its tab, and no other tab sees it', async () => {
  const [first, second] = [await openTab(), await openTab()]
  second.change(bmw)
  first.visit(audi)
  expect(second.shared()).toMatchObject(bmw)
  expect(first.read()).toMatchObject({ ...audi, owner: 'pat' })
  expect(second.read()).toMatchObject(bmw)
  first.change({ packageId: 2 })
  expect(first.read()).toMatchObject({ ...audi, packageId: 2 })
  expect(first.visited()).toBeNull()
})

test('a visit without a choice leaves the draft of the account', async () => {
  const tab = await openTab()
  tab.change(bmw)
  tab.visit({ shopId: 5 })
  expect(tab.read()).toMatchObject(bmw)
})

test('an order of unknown outcome stays the draft of the account, also after a visit', async () => {
  const tab = await openTab()
  const attempt = { key: 'key', order: {} as never, agreed: null }
  tab.change({ ...bmw, attempt })
  tab.visit(audi)
  expect(tab.read()).toMatchObject({ ...bmw, attempt })
})
