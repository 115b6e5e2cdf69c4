import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { projectFolder } from './build-fingerprint.ts'

export type Tally = { passed: number; failed: number }

const KEPT_LINES = 40
const KEPT_CHARACTERS = 8000
const failures: { name: string; lastWords: string }[] = []

const UNIT_RESULTS = 'test-results/unit.json'

const STEPS: { name: string; command: string[] }[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'types', command: ['tsc', '-b', '--noEmit', 'contract', 'server', 'web', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'arrows', command: ['node', 'scripts/check-arrows.ts'] },
  { name: 'budgets', command: ['node', 'scripts/check-budgets.ts'] },
]

/** Every check of the tree, then the unit tests. A step that fails counts as one failed, and the rest still run. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const { name, command } of STEPS) {
    const isClean = (await run(name, command)) === 0
    if (!isClean) tally.failed += 1
  }
  return add(tally, await runVitest('unit tests', ['--project', 'unit'], UNIT_RESULTS))
}

/** Runs a program of node_modules/.bin, its output going to the terminal as it comes. Answers its exit code. */
export async function run(name: string, [program = '', ...args]: string[]): Promise<number> {
  console.log(`\n▸ ${name}`)
  const child = spawn(join(projectFolder, 'node_modules/.bin', program), args, {
    cwd: projectFolder,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-KEPT_CHARACTERS)
      to.write(chunk)
    })
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (code !== 0) {
    console.log(`✗ ${name} failed (${signal ?? `exit code ${code}`})`)
    failures.push({ name, lastWords: said.split('\n').slice(-KEPT_LINES).join('\n') })
  }
  return code ?? 1
}

/** Says once more what failed and how it ended: a log may be read from its end only. */
export function tellFailures(): void {
  for (const { name, lastWords } of failures) console.log(`\n✗ ${name} failed. It ended with:\n${lastWords}`)
}

/** Runs vitest and counts from its own report; a run that ended badly has at least one failure. */
export async function runVitest(name: string, args: string[], results: string): Promise<Tally> {
  const report = await runForReport(
    name,
    ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    results,
  )
  const counts = report.content as { numPassedTests: number; numFailedTests: number } | undefined
  return judge(name, report.code, counts?.numPassedTests ?? 0, counts?.numFailedTests ?? 0)
}

/** Runs a program that leaves a report in a file. No report of an earlier run is ever read. */
export async function runForReport(
  name: string,
  command: string[],
  file: string,
): Promise<{ code: number; content: unknown }> {
  const path = join(projectFolder, file)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  const code = await run(name, command)
  const content = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  return { code, content }
}

/** A runner that ran nothing, or ended badly without naming a test, has failed once. */
export function judge(name: string, code: number, passed: number, failed: number): Tally {
  if (passed + failed === 0) {
    console.log(`✗ ${name}: no test ran`)
    failures.push({ name, lastWords: 'No test ran.' })
    return { passed: 0, failed: 1 }
  }
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

export function add(one: Tally, other: Tally): Tally {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed }
}
