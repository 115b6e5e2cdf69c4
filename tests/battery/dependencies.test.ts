import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'
import advisories from './advisories.json' with { type: 'json' }
import { misjudgedBy } from './advisory-controls.ts'
import { auditList, auditWaysAround, judgeLock, type Advisory, type AdvisoryList } from './advisory-rules.ts'
import { batteryRun, firstOf } from './battery-run.ts'
import { auditInstalled, auditLock, isOfOtherPlatform, type Lock, type Manifest } from './dependency-rules.ts'
import { holesOf } from './known-holes.ts'

/** How often the registry is asked for known holes; the sample asks nobody. */
const run = batteryRun('dependencies', 0)

const read = (file: string): unknown => JSON.parse(readFileSync(join(projectFolder, file), 'utf8'))
const manifest = read('package.json') as Manifest
const lock = read('package-lock.json') as Lock
const list = advisories as AdvisoryList

/** What `npm audit` says, which asks the registry that npm is set to. */
const askForHoles = (): Promise<string> =>
  new Promise((done) => {
    execFile(
      'npm',
      ['audit', '--json'],
      { cwd: projectFolder, timeout: 60_000, shell: true },
      (_error, stdout) => done(stdout),
    )
  })

test('the lock file is exact, no script runs that is not known, and every licence is allowed', async () => {
  const { found: installed, licences } = auditInstalled(projectFolder, lock)
  const found = [...auditLock(manifest, lock), ...installed]
  const entries = Object.entries(lock.packages)
  const holes = run.size > 0 ? holesOf(await askForHoles()) : { words: 'not asked in a sample', found: [] }
  run.report({
    packages: entries.length - 1,
    installed: Object.values(licences).reduce((sum, count) => sum + count, 0),
    'of other platforms without a checksum': entries.filter(
      ([path, one]) => path !== '' && isOfOtherPlatform(one),
    ).length,
    'with a script': entries
      .filter(([, one]) => one.hasInstallScript)
      .map(([path]) => path.slice(13))
      .join(', '),
    licences: Object.entries(licences)
      .map(([name, count]) => `${name} (${count})`)
      .join(', '),
    'the registry’s own list': holes.words,
    wrong: found.length,
  })
  expect(firstOf([...found, ...holes.found])).toEqual([])
})

test('no locked version has a hole that the list of advisories knows', () => {
  const verdict = judgeLock(lock, list)
  run.report({
    'list of': `${list.asOf} (gone through to ${list.goneThroughTo})`,
    advisories: list.advisories.length,
    'about our packages': `${verdict.known}, ${verdict.packages} of ${verdict.locked}`,
    'looked up and nothing known': list.nothingKnown.length,
    holes: verdict.holes.length,
    'gone around': verdict.around.join('; ') || 'none',
  })
  expect(firstOf([...verdict.holes, ...auditWaysAround(verdict), ...auditList(list)])).toEqual([])
})

test('control: each advisory catches the last version before its mend, and not the mend', () => {
  expect(misjudgedBy(list, list)).toEqual([])
  const blind = list.advisories.map((one) => ({ ...one, affected: '<0.0.0' }))
  const misjudged = misjudgedBy({ ...list, advisories: blind }, list)
  expect(list.advisories.filter(({ id }) => !misjudged.some((sentence) => sentence.includes(id)))).toEqual([])
})

test('control: each way in which the list can be spoilt is found', () => {
  const [one] = list.advisories
  const spoilt: Partial<Advisory>[] = [
    { id: 'somewhere' },
    { affected: 'old ones' },
    { published: '2999-01-01' },
    { about: '' },
    { source: '' },
  ]
  const found = spoilt.map((part) => auditList({ ...list, advisories: [{ ...one!, ...part }] }).length)
  expect(found).toEqual(spoilt.map(() => 1))
  expect(auditList({ ...list, advisories: [one!, one!] })).toHaveLength(1)
  expect(auditWaysAround({ around: [] })).toEqual([expect.stringContaining('is gone around')])
})

test('control: each thing that is planted into a tree is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashfit-tree-'))
  const integrity = `sha512-${'a'.repeat(86)}==`
  const sound: Record<string, Manifest> = {
    sound: { license: 'MIT' },
    chosen: { license: '(GPL-3.0-only OR MIT)' },
    'sound/node_modules/@inner/one': { license: 'ISC' },
  }
  const planted: Record<string, [Manifest, about: string]> = {
    viral: [{ license: 'AGPL-3.0-only' }, 'AGPL-3.0-only'],
    both: [{ license: 'MIT AND GPL-2.0-only' }, 'GPL-2.0-only'],
    silent: [{}, 'the licence none'],
    '@scope/scripted': [{ license: 'MIT', scripts: { postinstall: 'node steal.js' } }, 'runs node steal.js'],
    moved: [{ license: 'MIT', version: '1.0.1' }, 'is 1.0.1 and locked as 1.0.0'],
  }
  try {
    const tree: Lock = { lockfileVersion: 3, packages: { '': {} } }
    const plant = (name: string, one: Manifest): void => {
      const path = `node_modules/${name}`
      mkdirSync(join(folder, path), { recursive: true })
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...one }))
      tree.packages[path] = { version: '1.0.0', integrity }
    }
    for (const [name, one] of Object.entries(sound)) plant(name, one)
    expect([auditLock({}, tree), auditInstalled(folder, tree).found]).toEqual([[], []])
    const unnoticed: string[] = []
    for (const [name, [one, about]] of Object.entries(planted)) {
      plant(name, one)
      const found = auditInstalled(folder, tree).found
      if (!found.some((sentence) => sentence.startsWith(`node_modules/${name} `) && sentence.includes(about)))
        unnoticed.push(name)
    }
    delete tree.packages['node_modules/sound']
    if (!auditInstalled(folder, tree).found.some((one) => one.includes('locked as undefined')))
      unnoticed.push('not locked')
    expect(unnoticed).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('control: each way in which a lock file can be loose is found', () => {
  const path = 'node_modules/zod'
  const spoilt: Record<string, (manifest: Manifest, lock: Lock) => void> = {
    'a range': ({ dependencies = {} }) => (dependencies['zod'] = '^4.6.7'),
    'another version': ({ dependencies = {} }) => (dependencies['zod'] = '4.0.0'),
    'a tag': (_, { packages }) => (packages[path]!.version = 'latest'),
    'no checksum': (_, { packages }) => delete packages[path]!.integrity,
    'a weak checksum': (_, { packages }) => (packages[path]!.integrity = 'sha1-aaaa'),
    'another host': (_, { packages }) => (packages[path]!.resolved = 'https://example.com/zod.tgz'),
    'a link': (_, { packages }) => (packages[path]!.link = true),
    'a script': (_, { packages }) => (packages[path]!.hasInstallScript = true),
    'an old lock file': (_, loose) => (loose.lockfileVersion = 1),
  }
  const unnoticed = Object.entries(spoilt).flatMap(([what, spoil]) => {
    const [one, other] = [structuredClone(manifest), structuredClone(lock)]
    spoil(one, other)
    return auditLock(one, other).length > 0 ? [] : [what]
  })
  expect(unnoticed).toEqual([])
})

test('control: a hole in the answer is found, and no answer is not taken for none', () => {
  const hole = {
    severity: 'high',
    via: [{ title: 'Reads any file', url: 'https://example.com/1' }],
    range: '<2.0.0',
  }
  const answer = {
    auditReportVersion: 2,
    vulnerabilities: { left: hole },
    metadata: { dependencies: { total: 3 } },
  }
  expect(holesOf(JSON.stringify(answer)).found).toEqual(['left <2.0.0: high, Reads any file'])
  const none = { auditReportVersion: 2, vulnerabilities: {}, metadata: { dependencies: { total: 3 } } }
  expect(holesOf(JSON.stringify(none))).toEqual({
    words: expect.stringContaining('none in 3 packages'),
    found: [],
  })
  for (const silent of ['', '{"message":"405 Method Not Allowed","statusCode":405}', 'no JSON', '{}'])
    expect(holesOf(silent).words).toMatch(/^not asked/)
})
