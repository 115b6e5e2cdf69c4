import { afterEach, expect, test, vi } from 'vitest'
import { accountHeader, routes, type EndpointName } from '../../contract/routes.ts'
import { call, CallError } from './client.ts'
import { setPageAccount } from './page-account.ts'
import { onSessionRefused } from './session-refused.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setPageAccount(null)
})

/** The header of a call of this endpoint. */
async function headerOf(name: EndpointName, input: object = {}): Promise<string | null> {
  let sent: Headers | undefined
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent = new Headers(init.headers)
    return Response.json({})
  })
  await call(name, input as never)
  return sent?.get(accountHeader) ?? null
}

const names = Object.keys(routes) as EndpointName[]
const isPublic = (name: EndpointName) => ['anyone', 'signed-out'].includes(routes[name][2])

test.each(names.filter((name) => !isPublic(name)))('%s carries the account of the page', async (name) => {
  expect(await headerOf(name)).toBeNull()
  setPageAccount('first')
  expect(await headerOf(name)).toBe('first')
  // A flow that First began, while the page has become Second's.
  setPageAccount('second')
  expect(await headerOf(name, { account: 'first' })).toBe('first')
})

test.each(names.filter(isPublic))('%s is public and names no account', async (name) => {
  setPageAccount('first')
  expect(await headerOf(name)).toBeNull()
})

test.each([
  ['not_signed_in', 401, 1],
  ['other_account', 409, 1],
  ['slot_taken', 409, 0],
] as const)('after the refusal %s the session is read again: %s', async (code, status, times) => {
  let count = 0
  onSessionRefused(() => (count += 1))
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'No.' }, { status, headers: { 'x-refusal': code } }),
  )
  await expect(call('identity.findAccount', {})).rejects.toThrow(CallError)
  expect(count).toBe(times)
})

test('the refusal of a limit says until when, with the server’s wait', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { error: 'Too many attempts.' },
      { status: 429, headers: { 'x-refusal': 'too_many_requests', 'retry-after': '40' } },
    ),
  )
  await expect(call('identity.signIn', { body: { email: 'a@b.test', password: 'x' } })).rejects.toThrow(
    'Too many attempts. You can try again in 40 seconds.',
  )
})
