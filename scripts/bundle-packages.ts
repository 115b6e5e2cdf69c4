import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { BuildEnvironmentOptions, Plugin } from 'vite'

import { projectFolder } from './build-fingerprint.ts'

type Bundling = NonNullable<BuildEnvironmentOptions['rolldownOptions']>['output']

/** What the packages that a start needs are gathered in; what is loaded later stays apart. */
const packages = { name: 'packages', tags: ['$initial' as const], test: /node_modules/ }

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
 * Leaves the file of the packages without a source map, which would be read and kept whole at every start, and in plain ASCII: one
 * other letter makes the engine hold all of it in two bytes a letter.
 */
export function plainPackages(): Plugin {
  return {
    name: 'plain-packages',
    writeBundle({ dir = '' }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        if (!fileName.startsWith(`${packages.name}-`)) continue
        const file = join(dir, fileName)
        if (fileName.endsWith('.map')) rmSync(file)
        else writeFileSync(file, plainCode(readFileSync(file, 'utf8')))
      }
    },
  }
}

function plainCode(code: string): string {
  const escaped = /\\[^\0-\x7F]/.exec(code)
  if (escaped) throw new Error(`A backslash stands before a letter beyond ASCII: ${escaped[0]}`)
  const unitOf = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replaceAll(/[^\0-\x7F]/g, unitOf).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
}

/** The pages of the API's description are files of a package, which looks for them in a folder beside that of the bundle. */
export function copyPackageFiles(draft: string): void {
  cpSync(join(projectFolder, 'node_modules/@fastify/swagger-ui/static'), join(draft, 'static'), {
    recursive: true,
  })
}
