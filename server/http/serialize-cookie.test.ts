import { expect, test } from 'vitest'
import { serializeCookie } from './serialize-cookie.ts'

const plain = serializeCookie('http://localhost:3000')
const secure = serializeCookie('https://book.example.com')

test('what was written into the cookie is read from among others', () => {
  expect(plain.write(1764000000123)).toBe(
    'dashfit.written=1764000000123; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  )
  expect(plain.read('theme=dark; dashfit.written=1764000000123; other=1')).toBe(1764000000123)
  expect(plain.read(plain.write(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
})

test('over https it is secure, by its name too, and one that came without is none of ours', () => {
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
])('%j says nothing', (cookies) => {
  expect(plain.read(cookies)).toBeNull()
})
