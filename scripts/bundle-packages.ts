import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

import { dictionary } from '@zxcvbn-ts/language-common'
import { minifySync, type BuildEnvironmentOptions, type Plugin } from 'vite'

import { minPasswordLength } from '../contract/identity/password-policy.ts'
import { projectFolder } from './build-fingerprint.ts'

type Bundling = NonNullable<BuildEnvironmentOptions['rolldownOptions']>['output']

const folderOfPackage = /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/

/**
 * What a start needs is gathered in a file for each package; what is loaded later stays apart. All in one file took 20 MB while it was
 * read, which nobody else needed again and Node 24 never gave back: docs/decisions/042.
 */
const packages = {
  name: (id: string) => folderOfPackage.exec(id)?.[1]?.replace('@', '').replace(/[/\\]/, '-') ?? null,
  debugName: 'packages',
  tags: ['$initial' as const],
  test: /node_modules/,
}

/** Without their comments, which nobody reads here and the process would hold as long as it runs. */
export const packagesOutput = {
  codeSplitting: { groups: [packages] },
  comments: { legal: false, annotation: false, jsdoc: false },
} satisfies Bundling

/** A CommonJS module looks for what lies beside it; in the bundle that is what was put beside it. */
export const packagesDefine = {
  __dirname: 'import.meta.dirname',
  // React chooses its build by it, as the only one.
  'process.env.NODE_ENV': '"production"',
}

/**
 * Makes files small that only packages are in: the engine keeps their text as long as the process runs, and where each line ends
 * once a stack was asked for. Names of functions stay, so that a stack still says where it was; a source map would be read and kept
 * whole. All files become plain ASCII: one letter beyond makes the engine hold a whole file in two bytes a letter.
 */
export function smallPackages(): Plugin {
  return {
    name: 'small-packages',
    writeBundle({ dir = '' }, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const file = join(dir, chunk.fileName)
        const code = readFileSync(file, 'utf8')
        // What has no path is the bundler's own.
        const isOurs = chunk.moduleIds.some((id) => isAbsolute(id) && !id.includes('node_modules'))
        writeFileSync(file, toAscii(isOurs ? code : minified(chunk.fileName, code)))
        if (!isOurs) rmSync(`${file}.map`, { force: true })
      }
    },
  }
}

/** Without what only people need, the names of functions and classes apart. Throws where a file is not understood. */
export function minified(fileName: string, code: string): string {
  const { code: small, errors } = minifySync(fileName, code, {
    compress: false,
    mangle: { keepNames: true },
    codegen: { removeWhitespace: true, legalComments: 'none' },
  })
  if (errors[0]) throw new Error(`${fileName}: ${errors[0].message}`)
  return small
}

/** The same program in ASCII alone. Throws where that would change it. */
export function toAscii(code: string): string {
  const escaped = /\\[^\0-\x7F]/.exec(code)
  if (escaped) throw new Error(`A backslash stands before a letter beyond ASCII: ${escaped[0]}`)
  const unitOf = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replaceAll(/[^\0-\x7F]/g, unitOf)
}

/** What few calls need and much is loaded for, with the functions that are called in it; each of them answers with a promise. */
const neededLater: Record<string, readonly string[]> = {
  '@simplewebauthn/server': [
    'generateAuthenticationOptions',
    'generateRegistrationOptions',
    'verifyAuthenticationResponse',
    'verifyRegistrationResponse',
  ],
}

/** Loads a package with the first call of one of its functions, though its importer asks for it at the start. */
export function loadLater(): Plugin {
  const mark = '\0later:'
  return {
    name: 'load-later',
    enforce: 'pre',
    resolveId: (source, importer) =>
      Object.hasOwn(neededLater, source) && importer !== mark + source ? mark + source : null,
    load(id) {
      const source = id.startsWith(mark) ? id.slice(mark.length) : ''
      return neededLater[source]
        ?.map(
          (name) =>
            `export const ${name} = async (...given) => (await import(${JSON.stringify(source)})).${name}(...given)`,
        )
        .join('\n')
    },
  }
}

/**
 * Leaves the short ones out of the common passwords: nobody can choose those, and the process would hold 50,000 words as long as it runs
 * for the 1,500 that are ever looked up. The list is kept packed and would be unpacked at each start; that is done here.
 */
export function longPasswords(): Plugin {
  const source = '@zxcvbn-ts/language-common'
  const mark = `\0long:${source}`
  const kept = dictionary['passwords-common'].filter((password) => password.length >= minPasswordLength)
  return {
    name: 'long-passwords',
    enforce: 'pre',
    resolveId: (asked) => (asked === source ? mark : null),
    load: (id) =>
      id === mark ? `export const dictionary = ${JSON.stringify({ 'passwords-common': kept })}` : null,
  }
}

/** The pages of the API's description are files of a package, which looks for them in a folder beside that of the bundle. */
export function copyPackageFiles(draft: string): void {
  cpSync(join(projectFolder, 'node_modules/@fastify/swagger-ui/static'), join(draft, 'static'), {
    recursive: true,
  })
}
