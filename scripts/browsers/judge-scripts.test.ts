import { expect, test } from 'vitest'
import { compatibilityOf, lackedBy } from './browser-data.ts'
import { judgeScripts } from './judge-scripts.ts'
import { listMissing } from './missing-features.ts'

const featuresOf = (code: string) => listMissing(code).map(({ feature }) => feature)

test('every newer feature of a control is found, in each way to write it', () => {
  const controls: Record<string, string> = {
    'URL.canParse(x)': 'URL.canParse',
    'URL.parse(x)': 'URL.parse',
    'AbortSignal.any([x])': 'AbortSignal.any',
    'globalThis.AbortSignal["any"]([x])': 'AbortSignal.any',
    'Array.fromAsync(x)': 'Array.fromAsync',
    'Promise.withResolvers()': 'Promise.withResolvers',
    'const { withResolvers: y } = Promise': 'Promise.withResolvers',
    'Promise.try(x)': 'Promise.try',
    'Object.groupBy(x, y)': 'Object.groupBy',
    'Map.groupBy(x, y)': 'Map.groupBy',
    'RegExp.escape(x)': 'RegExp.escape',
    'new Intl.DurationFormat()': 'Intl.DurationFormat',
    'x.values().map(y)': 'Iterator.prototype.map',
    'x.matchAll(y).filter(z)': 'Iterator.prototype.filter',
    'x.values().toArray()': 'Iterator.prototype.toArray',
    'Iterator.from(x)': 'Iterator.from',
    'x.union(y)': 'Set.prototype.union',
    'requestIdleCallback(x)': 'requestIdleCallback',
    'window.requestIdleCallback(x)': 'requestIdleCallback',
    'document.startViewTransition(x)': 'document.startViewTransition',
    'x.showPopover()': 'HTMLElement.prototype.showPopover',
    'x.checkVisibility()': 'Element.prototype.checkVisibility',
  }
  for (const [code, feature] of Object.entries(controls)) expect(featuresOf(code), code).toEqual([feature])
})

test('features of all supported browsers, guards of their own and members of unknown objects pass', () => {
  for (const code of [
    'x.toSorted(); x.findLast(y); x.at(-1); Object.hasOwn(x, y); structuredClone(x)',
    'class A { static { x() } #y; z(o) { return #y in o } } await x; /(?<=a)b/.exec(x)',
    'AbortSignal.timeout(1); navigator.locks.request(x, y); new BroadcastChannel(x); crypto.randomUUID()',
    'typeof URL.canParse == "function"; x.showPopover?.(); typeof requestIdleCallback',
    'Object.values(x).map(y); [].concat(x).filter(y); x.union; CSS.escape(x)',
  ])
    expect(featuresOf(code), code).toEqual([])
})

test('syntax that is newer than the browsers is refused, in regular expressions as well', () => {
  for (const code of ['using x = y', 'x = /[a--b]/v', 'import x from "y" with { type: "json" }'])
    expect(judgeScripts([{ path: 'a.js', code, map: null }], []), code).toEqual([
      expect.stringContaining('a.js has a syntax that a supported browser cannot parse'),
    ])
})

test('the newest parts of the allowed syntax are in every supported browser', () => {
  for (const path of [
    'javascript.classes.static.initialization_blocks',
    'javascript.classes.private_class_fields_in',
    'javascript.regular_expressions.lookbehind_assertion',
    'javascript.operators.await.top_level',
  ]) {
    const compatibility = compatibilityOf(path)
    expect(compatibility && lackedBy(compatibility), path).toEqual([])
  }
})

test('a listed use passes in its source alone, and a listed use that is gone is told', () => {
  const guarded = [{ feature: 'URL.canParse', source: 'web/a.js', reason: 'a test' }]
  const judge = (path: string) => judgeScripts([{ path, code: 'URL.canParse(x)', map: null }], guarded)
  expect(judge('web/a.js')).toEqual([])
  expect(judge('web/b.js')).toEqual([
    expect.stringMatching(/^web\/b\.js:1 uses URL\.canParse, which these lack: chrome 111, /),
    expect.stringMatching(/^web\/a\.js no longer uses URL\.canParse/),
  ])
})
