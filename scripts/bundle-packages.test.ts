import { dictionary } from '@zxcvbn-ts/language-common'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { minPasswordLength } from '../contract/identity/password-policy.ts'
import { loadLater, longPasswords, minified, toAscii } from './bundle-packages.ts'

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

/** The files that a program becomes with its packages. */
async function bundle(program: string, plugin: Plugin): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (source) => (source === 'program' ? '\0program' : null),
        load: (id) => (id === '\0program' ? program : null),
      },
      plugin,
    ],
    ssr: { noExternal: true },
    build: { ssr: true, write: false, rolldownOptions: { input: 'program' } },
  })) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

const withPasskeys = (names: string) =>
  bundle(`import { ${names} } from '@simplewebauthn/server'; export default [${names}]`, loadLater())

test('what few calls need is in a file of its own, which nothing loads at the start', async () => {
  const chunks = await withPasskeys('generateRegistrationOptions, verifyRegistrationResponse')
  const first = chunks.find(({ isEntry }) => isEntry)
  const library = chunks.find(({ code }) => code.includes('function verifyRegistrationResponse('))
  expect(first?.dynamicImports).toContain(library?.fileName)
  const atStart = new Set([first?.fileName, ...(first?.imports ?? [])])
  for (const { fileName, imports } of chunks)
    if (atStart.has(fileName)) for (const name of imports) atStart.add(name)
  expect(atStart).not.toContain(library?.fileName)
})

test('a function that is not listed as one to load later ends the build', async () => {
  await expect(withPasskeys('MetadataService')).rejects.toThrow('MetadataService')
})

test('of the common passwords the build keeps all that somebody could choose, and no other', async () => {
  const program = `import { dictionary } from '@zxcvbn-ts/language-common'; export default dictionary['passwords-common']`
  const chunks = await bundle(program, longPasswords())
  const common = dictionary['passwords-common']
  const long = common.filter((password) => password.length >= minPasswordLength)
  expect(long).toContain('1234567890')
  expect(long.length).toBeLessThan(common.length / 20)
  expect(await run(chunks.map(({ code }) => code).join('\n'))).toEqual(long)
})
