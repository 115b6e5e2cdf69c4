import { expect, test } from 'vitest'
import { minified, toAscii } from './bundle-packages.ts'

/** What a module's text exports as `default`. */
async function run(code: string): Promise<unknown> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: unknown }
  return module.default
}

test('a minified file is one line, does the same, and its functions and classes are called what they were', async () => {
  const code = `
    /** What nobody reads here. */
    function addTax(netCents) {
      const taxCents = Math.round(netCents * 0.19)
      return netCents + taxCents
    }
    class Receipt {}
    export default () => [addTax(1000), addTax.name, Receipt.name]
  `
  const small = minified('receipt.js', code)
  expect(small).not.toMatch(/\n|nobody|taxCents/)
  const made = (await run(small)) as () => unknown
  expect(made()).toEqual([1190, 'addTax', 'Receipt'])
})

test('a file that is not understood ends the build', () => {
  expect(() => minified('broken.js', 'const = 1')).toThrow('broken.js')
})

test('letters beyond ASCII are written out and read as what they were', async () => {
  const code = `const Größe = { 'naïve’s': \`😀\`, found: /[é😀]/u.test('😀') }; export default Größe`
  const plain = toAscii(code)
  expect(plain).toMatch(/^[\0-\x7F]+$/)
  expect(await run(plain)).toEqual(await run(code))
})

test('a letter that a backslash stands before is refused: written out it would be another', () => {
  expect(() => toAscii(String.raw`const text = '\é'`)).toThrow(String.raw`\é`)
})
