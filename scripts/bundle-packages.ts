import { cpSync } from 'node:fs'
import { join } from 'node:path'

import type { BuildEnvironmentOptions } from 'vite'

import { projectFolder } from './build-fingerprint.ts'

type Bundling = NonNullable<BuildEnvironmentOptions['rolldownOptions']>['output']

const folderOfPackage = /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/

/** One chunk per package for the startup modules; dynamic imports stay separate. */
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
  // A CommonJS module reads files from its own folder; the build places them beside the bundle
  // (`copyPackageFiles`).
  __dirname: 'import.meta.dirname',
  // React selects its build by this variable alone.
  'process.env.NODE_ENV': '"production"',
}

/**
 * Copies the pages of the API documentation, which their package reads from a folder beside that of the
 * bundle.
 */
export function copyPackageFiles(draft: string): void {
  cpSync(join(projectFolder, 'node_modules/@fastify/swagger-ui/static'), join(draft, 'static'), {
    recursive: true,
  })
}
