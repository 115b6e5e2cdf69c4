import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localStorage } from './local-storage.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashfit-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytes = Buffer.from('a photo')

test('a file is stored whole, read, replaced and deleted, and a deletion may be repeated', async () => {
  const storage = localStorage(folder)
  await storage.put('photos/a.jpg', bytes, 'image/jpeg')
  expect(await storage.get('photos/a.jpg')).toEqual(bytes)
  await storage.put('photos/a.jpg', Buffer.from('another'), 'image/jpeg')
  expect(await storage.get('photos/a.jpg')).toEqual(Buffer.from('another'))
  expect(await readdir(join(folder, 'photos'))).toEqual(['a.jpg'])
  await storage.delete('photos/a.jpg')
  await storage.delete('photos/a.jpg')
  expect(await storage.get('photos/a.jpg')).toBeNull()
})

test.skipIf(process.platform === 'win32')('files and folders are for their owner alone', async () => {
  await localStorage(folder).put('photos/a.jpg', bytes, 'image/jpeg')
  expect((await stat(join(folder, 'photos/a.jpg'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'photos'))).mode & 0o777).toBe(0o700)
})

test('readers never see a part of a file, and a failed write leaves nothing', async () => {
  const storage = localStorage(folder)
  const [first, second] = [Buffer.alloc(2_000_000, 1), Buffer.alloc(2_000_000, 2)]
  await storage.put('photos/a.jpg', first, 'image/jpeg')
  const seen = new Set<string>()
  const note = (read: Buffer | null): boolean => {
    seen.add(`${read?.length} ${new Set(read).size}`)
    return false
  }
  const writing = (async () => {
    for (const next of [second, first, second, first]) await storage.put('photos/a.jpg', next, 'image/jpeg')
  })()
  const isOver = writing.then(() => true)
  while (!(await Promise.race([isOver, storage.get('photos/a.jpg').then(note)]))) continue
  expect([...seen]).toEqual(['2000000 1'])

  await writeFile(join(folder, 'blocked'), '')
  await expect(storage.put('blocked/a.jpg', bytes, 'image/jpeg')).rejects.toThrow()
  expect((await readdir(folder)).toSorted()).toEqual(['blocked', 'photos'])
})
