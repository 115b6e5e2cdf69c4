import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-lines-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function read(text: string): { lines: string[]; torn: boolean } {
  const path = join(folder, 'file')
  writeFileSync(path, text)
  const lines: string[] = []
  const torn = readLines(path, (line) => lines.push(line))
  return { lines, torn }
}

test('lines stay whole across chunk boundaries', () => {
  // Two bytes a letter and an odd length, so that chunks of 4 MB end inside lines and inside letters.
  const lines = Array.from({ length: 9 }, (_, place) => `${place}${'é'.repeat(700_000)}`)
  const long = 'ü'.repeat(5_000_001)
  expect(read(`${[...lines, long].join('\n')}\n`)).toEqual({ lines: [...lines, long], torn: false })
})

test('a last line without its end is skipped and reported', () => {
  expect(read('one\ntwo\nthr')).toEqual({ lines: ['one', 'two'], torn: true })
  expect(read('')).toEqual({ lines: [], torn: false })
  expect(readLines(join(folder, 'missing'), () => undefined)).toBe(false)
})
