import { cpSync, existsSync, readFileSync } from 'node:fs'
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
 * Packages that load a shared library or other files from their own folder: the bundle imports them as they
 * are.
 */
export const unbundledPackages = ['sharp', 'pdfmake', 'fontkit']

/** The names of a package and of all packages it needs, as far as they are installed on this platform. */
function withDependencies(name: string, found = new Set<string>()): Set<string> {
  const manifest = join(projectFolder, 'node_modules', name, 'package.json')
  if (found.has(name) || !existsSync(manifest)) return found
  found.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies?: object
    optionalDependencies?: object
  }
  for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) withDependencies(one, found)
  return found
}

/** Copies the unbundled packages beside the bundle, where its files find them. */
export function copyUnbundledPackages(draft: string): void {
  for (const name of unbundledPackages.flatMap((one) => [...withDependencies(one)]))
    cpSync(join(projectFolder, 'node_modules', name), join(draft, 'node_modules', name), { recursive: true })
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
