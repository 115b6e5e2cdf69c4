import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFirstAdministrator } from './first-administrator.ts'

let dataDir: string
let said: string[]
const say = (line: string) => void said.push(line)

beforeEach(async () => {
  said = []
  dataDir = await mkdtemp(join(tmpdir(), 'dashfit-administrator-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('a new installation gets an administrator with a generated password', async () => {
  const first = await withFirstAdministrator({ DATA_DIR: dataDir }, say)
  const second = await withFirstAdministrator({ DATA_DIR: dataDir }, say)
  expect(second).toEqual(first)
  expect(first['ADMIN_PASSWORD']).toMatch(/^[\w-]{16}$/)
  expect(said[0]).toContain(`${first['ADMIN_EMAIL']} with password ${first['ADMIN_PASSWORD']}`)
  expect((await stat(join(dataDir, 'first-administrator'))).mode & 0o077).toBe(0)
})

test('a configured administrator stays, and production gets none by itself', async () => {
  for (const given of [{ ADMIN_EMAIL: 'me@example.test', ADMIN_PASSWORD: 'x' }, { NODE_ENV: 'production' }]) {
    const environment = { ...given, DATA_DIR: dataDir }
    expect(await withFirstAdministrator(environment, say)).toEqual(environment)
  }
  expect(said).toEqual([])
})
