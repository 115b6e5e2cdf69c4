import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearUserData, hasDataOfOthers, jsonStore, takeTab, textStore } from './browser-store.ts'
import { fieldsOf } from './checked-fields.ts'

/** A Storage whose stored names are its own enumerable properties, as in a browser. */
function fakeStorage(): Storage {
  const methods = {
    getItem: (name: string) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem: (name: string, text: string) => void (storage[name] = text),
    removeItem: (name: string) => void delete storage[name],
    clear: () => {
      for (const name of Object.keys(storage)) delete storage[name]
    },
  }
  const storage = Object.create(methods)
  return storage
}

const nameOf = (stored: unknown) => {
  const { name } = fieldsOf(stored)
  return typeof name === 'string' ? { name } : null
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('localStorage', fakeStorage())
})
afterEach(() => {
  clearUserData()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a value is stored as JSON under its key and read back', () => {
  expect(jsonStore('person', nameOf).write({ name: 'Pat' })).toBe(true)
  expect(sessionStorage.getItem('person')).toBe('{"name":"Pat"}')
  expect(jsonStore('person', nameOf).read()).toEqual({ name: 'Pat' })
})

test('a text is stored as it is', () => {
  textStore('token', (text) => text).write('bG9uZw-_')
  expect(sessionStorage.getItem('token')).toBe('bG9uZw-_')
})

test.each(['', '{', 'null', '[]', '{"name":1}'])('the stored text %j counts as absent', (stored) => {
  sessionStorage.setItem('person', stored)
  expect(jsonStore('person', nameOf).read()).toBeNull()
})

test('a value is the same object until its text changes', () => {
  const store = jsonStore('person', nameOf)
  store.write({ name: 'Pat' })
  expect(store.read()).toBe(store.read())
  sessionStorage.setItem('person', '{"name":"Robin"}')
  expect(store.read()).toEqual({ name: 'Robin' })
})

test('a page reads its own value back unchecked, and a later page checks it', () => {
  const shortNameOf = (stored: unknown) => {
    const person = nameOf(stored)
    return person && person.name.length < 5 ? person : null
  }
  const store = jsonStore('person', shortNameOf)
  store.write({ name: 'half-typed' })
  expect(store.read()).toEqual({ name: 'half-typed' })
  expect(jsonStore('person', shortNameOf).read()).toBeNull()
})

test('a listener hears a write, a removal and the clearing of user data, until it unsubscribes', () => {
  const store = jsonStore('person', nameOf)
  const heard: unknown[] = []
  const unsubscribe = store.subscribe(() => heard.push(store.read()?.name))
  store.write({ name: 'Pat' })
  store.write(null)
  store.write({ name: 'Robin' })
  clearUserData()
  unsubscribe()
  store.write({ name: 'Sam' })
  expect(heard).toEqual(['Pat', undefined, 'Robin', undefined])
})

test('data kept until logout has the format of earlier versions and expires after seven days', () => {
  const store = jsonStore('draft:pat', nameOf, 'until-logout')
  localStorage.setItem('until-logout:draft:pat', `${Date.now()} {"name":"Pat"}`)
  expect(store.read()).toEqual({ name: 'Pat' })
  vi.useFakeTimers({ now: Date.now() + 7 * 86_400_000 })
  expect(jsonStore('draft:pat', nameOf, 'until-logout').read()).toBeNull()
  localStorage.setItem('until-logout:draft:pat', '{"name":"Pat"}')
  expect(store.read()).toBeNull()
})

test('clearing user data keeps data of the browser area', () => {
  const browser = textStore('userType', (text) => text, 'browser')
  const tab = textStore('token', (text) => text)
  const shared = textStore('draft:pat', (text) => text, 'until-logout')
  for (const store of [browser, tab, shared]) store.write('kept')
  expect(hasDataOfOthers('pat')).toBe(false)
  expect(hasDataOfOthers('robin')).toBe(true)
  clearUserData()
  expect([browser, tab, shared].map((store) => store.read())).toEqual(['kept', null, null])
  expect(hasDataOfOthers('robin')).toBe(false)
})

test('the choices of a visitor stay when an account signs in, and leave with its logout', () => {
  const visit = textStore('return', (text) => text, 'visit')
  const tab = textStore('token', (text) => text)
  for (const store of [visit, tab]) store.write('kept')
  takeTab('pat')
  clearUserData({ keepsVisit: true })
  expect([visit, tab].map((store) => store.read())).toEqual(['kept', null])
  clearUserData()
  expect(visit.read()).toBeNull()
})

test('the choices of a visitor leave with the data of the account that the tab had before', () => {
  const visit = textStore('return', (text) => text, 'visit')
  takeTab('pat')
  visit.write('kept')
  takeTab('pat')
  expect(visit.read()).toBe('kept')
  takeTab('robin')
  expect(visit.read()).toBeNull()
})

test('without browser storage a write reports false and the value stays in memory', () => {
  const refusal = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: refusal }))
  vi.stubGlobal('localStorage', new Proxy({}, { get: refusal, ownKeys: refusal }))
  const store = jsonStore('person', nameOf)
  expect(store.write({ name: 'Pat' })).toBe(false)
  expect(store.read()).toEqual({ name: 'Pat' })
  clearUserData()
  expect(store.read()).toBeNull()
  expect(hasDataOfOthers('robin')).toBe(false)
})

test('a write to a full storage does not revert to the old value', () => {
  const store = jsonStore('person', nameOf)
  store.write({ name: 'Pat' })
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  expect(store.write({ name: 'Robin' })).toBe(false)
  expect(store.read()).toEqual({ name: 'Robin' })
})
