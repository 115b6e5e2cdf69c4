import { afterEach, expect, test, vi } from 'vitest'
import { returnUrlOf } from './identity/return-url.ts'
import { call } from './api/client.ts'
import { randomId } from './random-id.ts'

afterEach(() => vi.unstubAllGlobals())

test('without crypto.randomUUID an id is still a UUID, and each is another', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const ids = Array.from({ length: 100 }, randomId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('without AbortSignal.timeout and URL.canParse a call is sent, and a page to return to is read', async () => {
  vi.stubGlobal('AbortSignal', { ...AbortSignal, timeout: undefined, any: undefined })
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))
  vi.stubGlobal('fetch', async () => Response.json({ ok: true }))
  expect(await call('identity.requestEmailProof', { body: {} })).toEqual({ ok: true })
  expect(returnUrlOf('/scheduler?step=payment')).toBe('/scheduler?step=payment')
  expect(returnUrlOf('//elsewhere.example')).toBeNull()
})
