import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['firefox-esr', 'firefox']
const applications = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
]

/** Finds Firefox: FIREFOX_PATH, or an installed one. Throws with a way to install it. */
export function findFirefox(): string {
  const given = process.env['FIREFOX_PATH']
  if (given !== undefined && given !== '') {
    if (!existsSync(given)) throw new Error(`FIREFOX_PATH is ${given}, which does not exist.`)
    return given
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...applications,
  ]
  const found = candidates.find((candidate) => existsSync(candidate))
  if (found !== undefined) return found
  throw new Error(
    'No Firefox to test with: install it (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to one.',
  )
}
