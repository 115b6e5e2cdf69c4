import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = { optionalDependencies?: Record<string, string> }

/** Optional packages without an entry in the lock file, for which `npm ci` fails. */
function findMissing(packages: Record<string, Locked>): string[] {
  const resolves = (from: string, name: string): boolean => {
    const folder = from === '' ? '' : `${from}/`
    if (`${folder}node_modules/${name}` in packages) return true
    return from !== '' && resolves(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
  }
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolves(path, name)),
  )
}

test('the lock file contains every optional package, including those of other platforms', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  expect(findMissing(lock.packages)).toEqual([])
})

test('a missing optional package is found', () => {
  const packages = { '': {}, 'node_modules/a': { optionalDependencies: { 'a-darwin': '1', 'a-linux': '1' } } }
  expect(findMissing({ ...packages, 'node_modules/a-linux': {} })).toEqual(['a-darwin'])
})
