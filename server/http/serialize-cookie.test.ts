import { expect, test } from 'vitest'
import { serializeCookie } from './serialize-cookie.ts'

const plain = serializeCookie('http://localhost:3000')
const secure = serializeCookie('https://book.example.com')

test('the written moment is read back from among other cookies', () => {
  expect(plain.write(1764000000123)).toBe(
    'dashfit.written=1764000000123; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  )
  expect(plain.read('theme=dark; dashfit.written=1764000000123; other=1')).toBe(1764000000123)
  expect(plain.read(plain.write(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
})

test('over https the cookie is Secure with a __Secure- name, and one without the prefix is ignored', () => {
  expect(secure.write(5)).toMatch(/^__Secure-dashfit\.written=5; .*; Secure$/)
  expect(secure.read('__Secure-dashfit.written=5')).toBe(5)
  expect(secure.read('dashfit.written=5')).toBeNull()
})

test.each([
  undefined,
  '',
  'theme=dark',
  'dashfit.written=',
  'dashfit.written=soon',
  'xdashfit.written=5',
  'dashfit.written=5x',
])('%j is read as null', (cookies) => {
  expect(plain.read(cookies)).toBeNull()
})
