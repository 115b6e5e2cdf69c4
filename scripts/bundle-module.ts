import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { projectFolder } from './build-fingerprint.ts'

/** Bundles a module as the product is built, with all packages in it or none, and gives the file's address. */
export async function bundleModule(
  entry: string,
  outDir: string,
  { withPackages = false } = {},
): Promise<string> {
  const { NODE_ENV } = process.env
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    ssr: withPackages ? { noExternal: true } : {},
    build: {
      ssr: entry,
      target: 'node24',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'bundle.mjs' } },
    },
  })
  // The bundler sets it for good.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  return pathToFileURL(join(outDir, 'bundle.mjs')).href
}
