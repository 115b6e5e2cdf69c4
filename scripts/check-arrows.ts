import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrokenArrows } from './arrows.ts'

const root = join(import.meta.dirname, '..')

/** Tracked and untracked (not ignored) sources: a new file is checked before it is added. */
const paths = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

const problems = findBrokenArrows(
  paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)
for (const problem of problems) console.error(problem)
console.log(`${paths.length} files, ${problems.length} broken arrows`)
process.exitCode = problems.length > 0 ? 1 : 0
