import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'
import { auditInstalled, auditLock, type Lock, type Manifest } from './dependency-rules.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(join(projectFolder, file), 'utf8'))
const manifest = read('package.json') as Manifest
const lock = read('package-lock.json') as Lock

test('the lock file is exact', () => {
  expect(auditLock(manifest, lock)).toEqual([])
})

test('each installed package has the locked version, no unknown install script and an allowed licence', () => {
  expect(auditInstalled(projectFolder, lock)).toEqual([])
})

test('control: every forbidden package added to a tree is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashfit-tree-'))
  const integrity = `sha512-${'a'.repeat(86)}==`
  const sound: Record<string, Manifest> = {
    sound: { license: 'MIT' },
    chosen: { license: '(GPL-3.0-only OR MIT)' },
    '@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later' },
    'sound/node_modules/@inner/one': { license: 'ISC' },
  }
  const planted: Record<string, [Manifest, about: string]> = {
    viral: [{ license: 'AGPL-3.0-only' }, 'AGPL-3.0-only'],
    both: [{ license: 'MIT AND GPL-2.0-only' }, 'GPL-2.0-only'],
    library: [{ license: 'LGPL-3.0-or-later' }, 'LGPL-3.0-or-later'],
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
    expect([auditLock({}, tree), auditInstalled(folder, tree)]).toEqual([[], []])
    const unnoticed: string[] = []
    for (const [name, [one, about]] of Object.entries(planted)) {
      plant(name, one)
      const found = auditInstalled(folder, tree)
      if (!found.some((sentence) => sentence.startsWith(`node_modules/${name} `) && sentence.includes(about)))
        unnoticed.push(name)
    }
    delete tree.packages['node_modules/sound']
    if (!auditInstalled(folder, tree).some((one) => one.includes('locked as undefined')))
      unnoticed.push('not locked')
    expect(unnoticed).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('control: every inexact lock file is found', () => {
  const path = 'node_modules/zod'
  const spoilt: Record<string, (manifest: Manifest, lock: Lock) => void> = {
    'a range': ({ dependencies = {} }) => (dependencies['zod'] = '^4.6.7'),
    'another version': ({ dependencies = {} }) => (dependencies['zod'] = '4.0.0'),
    'a tag': (_, { packages }) => (packages[path]!.version = 'latest'),
    'no checksum': (_, { packages }) => delete packages[path]!.integrity,
    'no checksum of another platform': (_, { packages }) =>
      delete packages['node_modules/@tailwindcss/oxide-darwin-arm64']!.integrity,
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
