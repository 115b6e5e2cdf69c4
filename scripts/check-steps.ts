import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { projectFolder } from './build-fingerprint.ts'

export type Tally = { passed: number; failed: number }

const KEPT_LINES = 40
const KEPT_CHARACTERS = 8000
const failures: { name: string; lastWords: string }[] = []
const stages: { name: string; seconds: number }[] = []

const UNIT_RESULTS = 'test-results/unit.json'

const STEPS: { name: string; command: string[] }[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'types', command: ['tsc', '-b', '--noEmit', 'contract', 'server', 'web', '.'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'wording', command: ['node', 'scripts/check-style.ts'] },
  { name: 'supported browsers', command: ['node', 'scripts/browsers/check-browsers.ts'] },
  { name: 'budgets', command: ['node', 'scripts/check-budgets.ts'] },
]

/**
 * Runs every check of the tree, then the unit tests. A failed step counts as one failure, and the rest still
 * run.
 */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const { name, command } of STEPS) {
    const isClean = (await run(name, command)) === 0
    if (!isClean) tally.failed += 1
  }
  return add(tally, await runVitest('unit tests', ['--project', 'unit'], UNIT_RESULTS))
}

/** Runs a program of node_modules/.bin and streams its output to the terminal. Returns its exit code. */
export async function run(name: string, [program = '', ...args]: string[]): Promise<number> {
  console.log(`\n▸ ${name}`)
  const begun = performance.now()
  const child = spawn(join(projectFolder, 'node_modules/.bin', program), args, {
    cwd: projectFolder,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_CHARACTERS)
      to.write(chunk)
    })
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  stages.push({ name, seconds: (performance.now() - begun) / 1000 })
  if (code !== 0) {
    console.log(`✗ ${name} failed (${signal ?? `exit code ${code}`})`)
    failures.push({ name, lastWords: output.split('\n').slice(-KEPT_LINES).join('\n') })
  }
  return code ?? 1
}

/**
 * Repeats the failed steps and their exit codes at the end: the end of a log is often the only part that is
 * read.
 */
export function tellFailures(): void {
  for (const { name, lastWords } of failures) console.log(`\n✗ ${name} failed. It ended with:\n${lastWords}`)
}

/** Prints the duration of each stage and of the whole run so far. Some stages run in parallel. */
export function tellStages(): void {
  const whole = { name: 'in all', seconds: performance.now() / 1000 }
  console.log()
  for (const { name, seconds } of [...stages, whole])
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`)
}

/** Runs vitest and counts from its own report; an abnormal end counts as at least one failure. */
export async function runVitest(name: string, args: string[], results: string): Promise<Tally> {
  const report = await runForReport(
    name,
    ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    results,
  )
  const counts = report.content as { numPassedTests: number; numFailedTests: number } | undefined
  return judge(name, report.code, counts?.numPassedTests ?? 0, counts?.numFailedTests ?? 0)
}

/** Runs a program that writes a report file. It deletes the report of an earlier run first. */
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

/** Counts one failure for a runner without any test, or with an abnormal end and no failed test. */
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
