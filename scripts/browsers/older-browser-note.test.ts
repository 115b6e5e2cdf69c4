import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { projectFolder } from '../build-fingerprint.ts'
import { compatibilityOf, versionsOf } from './browser-data.ts'
import { supportedBrowsers } from './supported-browsers.ts'

const script =
  /<script>([^]*?)<\/script>/.exec(readFileSync(join(projectFolder, 'web/index.html'), 'utf8'))?.[1] ?? ''

/** Runs the script in a browser with these features. */
function run(browser: object): { isTold: boolean; isStopped: boolean } {
  const note = { hidden: true }
  const root = new Map([['id', 'root']])
  const elements: Record<string, unknown> = {
    'older-browser': note,
    root: { removeAttribute: (name: string) => root.delete(name) },
  }
  const document = { getElementById: (id: string) => elements[id] }
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call, no-new-func -- our own script
  new Function('window', 'document', 'CSS', script)(browser, document, Reflect.get(browser, 'CSS'))
  return { isTold: !note.hidden, isStopped: root.size === 0 }
}

test('the script about older browsers is small, and parses in a browser of 2009', () => {
  expect(script.length).toBeGreaterThan(100)
  expect(script.length).toBeLessThan(600)
  expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow()
})

test('a browser without one of the two features is told and gets no application; one with both gets it', () => {
  const CSS = { supports: () => true }
  const CSSPropertyRule = function rule() {}
  const older = { isTold: true, isStopped: true }
  expect(run({})).toEqual(older)
  expect(run({ CSS })).toEqual(older)
  expect(run({ CSSPropertyRule })).toEqual(older)
  expect(run({ CSS: { supports: () => false }, CSSPropertyRule })).toEqual(older)
  expect(run({ CSS, CSSPropertyRule })).toEqual({ isTold: false, isStopped: false })
})

test('the two features came together in exactly the oldest supported versions', () => {
  const versions = ['api.CSSPropertyRule', 'css.types.color.color-mix'].map((path) => {
    const compatibility = compatibilityOf(path)
    if (!compatibility) throw new Error(`no data about ${path}`)
    return versionsOf(compatibility)
  })
  for (const [name, floor] of Object.entries(supportedBrowsers))
    expect(Math.max(...versions.map((each) => Number(each[name]))), name).toBe(Number(floor))
})
