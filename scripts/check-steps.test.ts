import { expect, test, vi } from 'vitest'
import { run, tellFailures } from './check-steps.ts'

test('what failed is said once more at the end, with its last words and how it ended', async () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  const fine = await run('a fine step', ['node', '-e', 'process.exit(0)'])
  const broken = await run('a broken step', ['node', '-e', 'console.error("the reason"); process.exit(3)'])
  said.length = 0
  tellFailures()
  vi.restoreAllMocks()
  expect([fine, broken]).toEqual([0, 3])
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('a broken step failed')
  expect(said[0]).toContain('the reason')
})
