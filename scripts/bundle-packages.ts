import { cpSync } from 'node:fs'
import { join } from 'node:path'

import type { BuildEnvironmentOptions } from 'vite'

import { projectFolder } from './build-fingerprint.ts'

type Bundling = NonNullable<BuildEnvironmentOptions['rolldownOptions']>['output']

const folderOfPackage = /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/

/** One chunk per package for the modules of a start; what is imported dynamically stays apart. */
const packages = {
  name: (id: string) => folderOfPackage.exec(id)?.[1]?.replace('@', '').replace(/[/\\]/, '-') ?? null,
  debugName: 'packages',
  tags: ['$initial' as const],
  test: /node_modules/,
}

export const packagesOutput = {
  codeSplitting: { groups: [packages] },
} satisfies Bundling

export const packagesDefine = {
  // A CommonJS module reads files beside itself; in the bundle they lie beside the bundle (`copyPackageFiles`).
  __dirname: 'import.meta.dirname',
  // React chooses its build by this variable alone.
  'process.env.NODE_ENV': '"production"',
}

/** Copies the pages of the API's documentation, which their package reads from a folder beside that of the bundle. */
export function copyPackageFiles(draft: string): void {
  cpSync(join(projectFolder, 'node_modules/@fastify/swagger-ui/static'), join(draft, 'static'), {
    recursive: true,
  })
}
