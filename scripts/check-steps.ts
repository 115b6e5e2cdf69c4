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

/** `isHeld` prints the output when the program has ended, for programs that run beside another one. */
type Output = { isHeld?: boolean }

/** Runs a program of node_modules/.bin, its output going to the terminal as it comes. Answers its exit code. */
export async function run(
  name: string,
  [program = '', ...args]: string[],
  { isHeld = false }: Output = {},
): Promise<number> {
  if (!isHeld) console.log(`\n▸ ${name}`)
  const begun = performance.now()
  const child = spawn(join(projectFolder, 'node_modules/.bin', program), args, {
    cwd: projectFolder,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
    shell: process.platform === 'win32',
  })
  let said = ''
  const held: Buffer[] = []
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-KEPT_CHARACTERS)
      if (isHeld) held.push(chunk)
      else to.write(chunk)
    })
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (isHeld) process.stdout.write(`\n▸ ${name}\n${Buffer.concat(held).toString()}`)
  stages.push({ name, seconds: (performance.now() - begun) / 1000 })
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

/** Prints how long each stage took, one line for each, and the whole run so far: some stages run at the same time. */
export function tellStages(): void {
  const whole = { name: 'in all', seconds: performance.now() / 1000 }
  console.log()
  for (const { name, seconds } of [...stages, whole])
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`)
}

/** Runs vitest and counts from its own report; a run that ended badly has at least one failure. */
export async function runVitest(
  name: string,
  args: string[],
  results: string,
  output: Output = {},
): Promise<Tally> {
  const report = await runForReport(
    name,
    ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    results,
    output,
  )
  const counts = report.content as { numPassedTests: number; numFailedTests: number } | undefined
  return judge(name, report.code, counts?.numPassedTests ?? 0, counts?.numFailedTests ?? 0)
}

/** Runs a program that leaves a report in a file. No report of an earlier run is ever read. */
export async function runForReport(
  name: string,
  command: string[],
  file: string,
  output: Output = {},
): Promise<{ code: number; content: unknown }> {
  const path = join(projectFolder, file)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  const code = await run(name, command, output)
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
