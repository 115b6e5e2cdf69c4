import { scryptSync } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'

const N = 16_384
const r = 16

test('each password is hashed by scrypt with 32 MB of memory and its own salt', async () => {
  const hashes = await Promise.all([hashPassword('midnight-garage-42'), hashPassword('midnight-garage-42')])
  const salts = hashes.map((hash) => hash.split(':')[0] ?? '')
  expect(new Set(salts).size).toBe(2)
  for (const [index, salt] of salts.entries()) {
    const key = scryptSync('midnight-garage-42', salt, 64, { N, r, p: 1, maxmem: 2 * 128 * N * r })
    expect(hashes[index]).toBe(`${salt}:${key.toString('hex')}`)
  }
})
