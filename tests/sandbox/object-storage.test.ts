import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SANDBOX_STORAGE } from '../../sandbox/object-storage/storage-routes.ts'
import type { Config, S3Config } from '../../server/config.ts'
import { createLog } from '../../server/log.ts'
import { s3Storage } from '../../server/storage/s3-storage.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { openSandbox, type OpenSandbox } from './open-sandbox.ts'

let world: OpenSandbox
let settings: S3Config

beforeAll(async () => {
  world = await openSandbox()
  settings = { ...SANDBOX_STORAGE, endpoint: world.url('/s3') }
})
afterEach(async () => {
  await world.post('/sandbox/storage', { mode: 'normal' })
})
afterAll(() => world.close())

const bytes = Buffer.from([0xff, 0xd8, 0x00, 0x7f, 0x80])
const quick = { timeoutMs: 300 }

test('an object is stored, read, replaced and deleted, and survives a restart', async () => {
  const storage = s3Storage(settings)
  await storage.put('photos/a-1.jpg', bytes, 'image/jpeg')
  expect(await storage.get('photos/a-1.jpg')).toEqual(bytes)
  const large = Buffer.alloc(3_000_000, 7)
  await storage.put('photos/a-1.jpg', large, 'image/jpeg')
  await world.restart()
  expect((await storage.get('photos/a-1.jpg'))?.equals(large)).toBe(true)
  await storage.delete('photos/a-1.jpg')
  await storage.delete('photos/a-1.jpg')
  expect(await storage.get('photos/a-1.jpg')).toBeNull()
})

test('a missing object is null, a missing bucket an error', async () => {
  expect(await s3Storage(settings).get('photos/none.jpg')).toBeNull()
  const elsewhere = s3Storage({ ...settings, bucket: 'other-bucket' })
  await expect(elsewhere.get('photos/none.jpg')).rejects.toThrow('NoSuchBucket')
})

test.each([
  ['another secret', { secret: 'wrong' }, '403: .*SignatureDoesNotMatch'],
  ['another key', { keyId: 'AKIAOTHER' }, '403: .*InvalidAccessKeyId'],
  ['another region', { region: 'eu-west-1' }, '400: .*AuthorizationHeaderMalformed'],
])('%s is refused for every call', async (_name, change, reason) => {
  const storage = s3Storage({ ...settings, ...change })
  const pattern = new RegExp(reason, 's')
  await expect(storage.put('photos/a.jpg', bytes, 'image/jpeg')).rejects.toThrow(pattern)
  await expect(storage.get('photos/a.jpg')).rejects.toThrow(pattern)
  await expect(storage.delete('photos/a.jpg')).rejects.toThrow(pattern)
})

test('a body that was changed on its way is refused', async () => {
  let signed: Request | undefined
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    signed = input as Request
    const { url, method, headers } = signed
    return original(url, { method, headers, body: Buffer.from('forged'), ...init })
  }
  try {
    await expect(s3Storage(settings).put('photos/a.jpg', bytes, 'image/jpeg')).rejects.toThrow(
      'XAmzContentSHA256Mismatch',
    )
  } finally {
    globalThis.fetch = original
  }
  expect(await s3Storage(settings).get('photos/a.jpg')).toBeNull()
})

test.each(['slow', 'drip'])('a server that is %s ends at the timeout', async (mode) => {
  await s3Storage(settings).put('photos/slow.jpg', bytes, 'image/jpeg')
  await world.post('/sandbox/storage', { mode })
  const begun = performance.now()
  await expect(s3Storage(settings, quick).get('photos/slow.jpg')).rejects.toThrow('timeout')
  expect(performance.now() - begun).toBeLessThan(3000)
})

test.each(['error', 'busy', 'down'])(
  'a server with the fault %s is refused as unavailable and logged, without the secret',
  async (mode) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    const config = { dataDir: '/nowhere', storage: { s3: settings } } as Config
    const storage = openStorage(config, log)
    await world.post('/sandbox/storage', { mode })
    const refusal = { code: 'unavailable', retryAfterSeconds: 5 }
    await expect(storage.put('photos/a.jpg', bytes, 'image/jpeg')).rejects.toMatchObject(refusal)
    await expect(storage.get('photos/a.jpg')).rejects.toMatchObject(refusal)
    await expect(storage.delete('photos/a.jpg')).rejects.toMatchObject(refusal)
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(line).toContain('the storage of files failed')
      expect(line).not.toContain(settings.secret)
    }
  },
)

test('a key that leads out of its folder is a bug and reaches no storage', async () => {
  const config = { dataDir: '/nowhere', storage: { s3: null } } as Config
  const storage = openStorage(config, createLog('silent'))
  for (const key of ['../secret', 'photos/../../a.jpg', '/etc/passwd', 'photos/a.jpg\0', 'photos\\a.jpg'])
    await expect(storage.get(key)).rejects.toThrow('is no key of a file')
})
