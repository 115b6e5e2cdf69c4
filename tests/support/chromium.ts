import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

import { chromium as playwrightChromium } from '@playwright/test'

export type Chromium = { executablePath: string; args: string[]; env?: Record<string, string> }

const projectFolder = resolve(import.meta.dirname, '../..')

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MACOS_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a browser for tests: CHROME_PATH, the one in the npm package (Linux on x64), the system's,
 * Playwright's, or one that Playwright can download. Throws with instructions when there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const given = process.env['CHROME_PATH']
  if (given !== undefined && given !== '') {
    if (!isExecutable(given)) throw new Error(`CHROME_PATH is ${given}, which is not a program.`)
    return { executablePath: given, args: ARGS }
  }
  const found = unpackFromPackage() ?? findOnSystem() ?? findPlaywrights()
  if (found !== undefined) return found

  spawnSync('npx', ['playwright', 'install', 'chromium'], { cwd: projectFolder, stdio: 'inherit' })
  const installed = findPlaywrights()
  if (installed !== undefined) return installed
  throw new Error(
    'No browser to test with: install Chromium or Chrome, or set CHROME_PATH to one, and run the tests again.',
  )
}

function findOnSystem(): Chromium | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [
    ...SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MACOS_APPLICATIONS,
  ]
  const executablePath = candidates.find((candidate) => isExecutable(candidate))
  return executablePath === undefined ? undefined : { executablePath, args: ARGS }
}

function findPlaywrights(): Chromium | undefined {
  const executablePath = playwrightChromium.executablePath()
  return isExecutable(executablePath) ? { executablePath, args: ARGS } : undefined
}

/**
 * @sparticuz/chromium targets AWS Lambda, but its binary runs on any glibc Linux with ordinary flags. It is
 * unpacked into a temporary folder and then renamed, so that concurrent test runs do not see a partial copy.
 */
function unpackFromPackage(): Chromium | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(projectFolder, 'node_modules/.cache/dashfit-chromium-147')
  if (!existsSync(join(folder, 'chromium'))) {
    const draft = `${folder}.new-${process.pid}`
    mkdirSync(draft, { recursive: true })
    const unpacking = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
      // With the name of a runtime it also unpacks libraries that small systems lack, such as libnss3.
      {
        cwd: projectFolder,
        env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    writeFileSync(join(draft, 'fonts.conf'), fontSettings(folder))
    if (unpacking.status === 0 && !existsSync(folder)) renameSync(draft, folder)
    rmSync(draft, { recursive: true, force: true })
  }
  const executablePath = join(folder, 'chromium')
  if (!isExecutable(executablePath)) return undefined

  const env: Record<string, string> = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const libraries = spawnSync('ldd', [executablePath], { encoding: 'utf8' })
  if (libraries.status !== 0 || libraries.stdout.includes('not found'))
    env['LD_LIBRARY_PATH'] = join(folder, 'al2023/lib')
  return { executablePath, args: ARGS, env }
}

/** The system's fonts, if any, and the package's. The package searches one fixed folder only. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
