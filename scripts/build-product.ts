import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, mergeConfig, type InlineConfig } from 'vite'

import { buildFolder, fingerprintSources, projectFolder } from './build-fingerprint.ts'
import { buildTargets } from './browsers/supported-browsers.ts'
import {
  copyPackageFiles,
  copyUnbundledPackages,
  packagesDefine,
  packagesOutput,
  unbundledPackages,
} from './bundle-packages.ts'
import { compressFiles } from './compress-files.ts'

/**
 * Builds the front end, the server and the sandbox in a temporary folder, then swaps it with the last build.
 */
export async function buildProduct(): Promise<void> {
  // React and other packages select their production build by this variable. It overrides the caller's value.
  process.env['NODE_ENV'] = 'production'
  const fingerprint = fingerprintSources()
  // Beside dist and at its depth, so that source maps point at the same files after the move.
  const draft = `${buildFolder}.new-${process.pid}`
  const retired = `${buildFolder}.old-${process.pid}`
  try {
    await build({
      configFile: join(projectFolder, 'vite.config.ts'),
      root: join(projectFolder, 'web'),
      logLevel: 'warn',
      build: { outDir: join(draft, 'web') },
    })
    await compressFiles(join(draft, 'web'))
    await buildLandingRenderer(join(draft, 'landing'))
    await buildServer(join(draft, 'server'), {
      main: 'server/main.ts',
      'sheet-worker': 'server/workshop/sheets/sheet-worker.ts',
      'admin-command': 'server/admin-command.ts',
      'reconcile-command': 'server/reconcile-command.ts',
      'backup-command': 'server/backup-command.ts',
      'restore-command': 'server/restore-command.ts',
    })
    cpSync(join(projectFolder, 'server/database/migrations'), join(draft, 'server/migrations'), {
      recursive: true,
    })
    copyPackageFiles(draft)
    copyUnbundledPackages(draft)
    await buildForNode(join(draft, 'sandbox'), { main: 'sandbox/main.ts' })
    writeFileSync(join(draft, 'fingerprint'), fingerprint)
    if (existsSync(buildFolder)) renameSync(buildFolder, retired)
    renameSync(draft, buildFolder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(retired, { recursive: true, force: true })
  }
}

/**
 * Builds the renderer of the landing page's document into one file: the server finds it by its path and knows
 * nothing of the pages.
 */
async function buildLandingRenderer(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    plugins: [
      react(),
      tailwindcss(),
      {
        name: 'no-other-page',
        // Other pages load on navigation, which never happens here.
        resolveDynamicImport: (specifier) =>
          typeof specifier === 'string' ? { id: specifier, external: true } : null,
      },
    ],
    build: {
      ssr: join(projectFolder, 'web/landing/render-landing.tsx'),
      target: 'node24',
      cssTarget: buildTargets,
      outDir,
      // Not minified, so it needs no source map; its styles are sent to the browser.
      sourcemap: false,
      minify: false,
      cssMinify: true,
    },
  })
}

type Entries = Record<string, string>

/** Bundles the packages too, so that a start reads about a hundred files instead of two thousand. */
async function buildServer(outDir: string, entries: Entries): Promise<void> {
  await buildForNode(outDir, entries, {
    define: packagesDefine,
    ssr: { noExternal: true, external: unbundledPackages },
    build: { rolldownOptions: { output: packagesOutput } },
  })
}

/**
 * Writes all our files flat into one folder, beside the files they read from disk. Packages stay external
 * unless `more` says otherwise.
 */
async function buildForNode(outDir: string, entries: Entries, more: InlineConfig = {}): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, join(projectFolder, file)]),
  )
  const config: InlineConfig = {
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
  await build(mergeConfig(config, more))
}
