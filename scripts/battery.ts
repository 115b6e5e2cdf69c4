import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { judgeBattery, type BatteryNotes, type ReportedTest, type Verdict } from './battery-verdict.ts'
import { testsOfJourneys } from './journeys-report.ts'
import { projectFolder } from './build-fingerprint.ts'
import { runForReport } from './check-steps.ts'

/** The size of each battery's full run. */
const wholeSizes: Record<string, number> = {
  kill: 200,
  webhooks: 2000,
  races: 5000,
  timelines: 10_000,
  holds: 10_000,
  access: 10_000,
  headers: 10_000,
  cards: 64,
  sessions: 200,
  guessing: 10_000,
  backups: 20,
  tamper: 50_000,
  slots: 10_000,
  blocks: 5000,
  texts: 300,
  work: 1000,
  prices: 5000,
  money: 1,
  mixed: 20_000,
  outage: 50,
  soak: 600,
  provider: 10_000,
  scripts: 10,
  terms: 100,
  twins: 50,
  live: 50,
  power: 100,
  machine: 5,
  journeys: 1,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cycles: { type: 'string' }, seed: { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(wholeSizes)
const unknown = names.filter((name) => wholeSizes[name] === undefined)
if (unknown.length > 0 || Number.isNaN(Number(values.cycles ?? 1))) {
  console.error(`npm run battery -- [${Object.keys(wholeSizes).join('|')}] [--cycles N] [--seed N]`)
  process.exit(2)
}
// One seed for all batteries. Each prints it, and `--seed` repeats the whole run.
process.env['SEED'] = values.seed ?? String(randomInt(2 ** 31))
console.log(`seed ${process.env['SEED']}`)

const rows: (Verdict & { name: string; figures: string[] })[] = []
for (const name of names) {
  const results = `test-results/battery/${name}.json`
  const notesFile = join(projectFolder, `test-results/battery/${name}.notes`)
  process.env[name.toUpperCase()] = values.cycles ?? String(wholeSizes[name])
  process.env['BATTERY_NOTES'] = notesFile
  rmSync(notesFile, { force: true })
  const isJourneys = name === 'journeys'
  const { code, content } = isJourneys
    ? await runForReport(name, ['playwright', 'test'], 'test-results/browser.json')
    : await runForReport(
        name,
        [
          'vitest',
          'run',
          '--project=battery',
          `tests/reliability/${name}.test.ts`,
          '--disable-console-intercept',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${results}`,
        ],
        results,
      )
  const notes = readNotes(notesFile)
  const verdict = judgeBattery(isJourneys ? testsOfJourneys(content) : testsOf(content), notes)
  const ended = code !== 0 && verdict.result !== 'failed' ? failure(code) : verdict
  rows.push({ name, figures: notes.figures, ...ended })
}
console.log(`\n| battery | result | figures |\n|---|---|---|`)
for (const { name, result, reason, figures } of rows)
  console.log(
    `| \`${name}\` | ${reason === '' ? result : `${result}: ${reason}`} | ${figures.join('<br>')} |`,
  )
const count = (result: Verdict['result']) => rows.filter((row) => row.result === result).length
console.log(`\n${count('held')} held, ${count('not run')} not run, ${count('failed')} failed`)
process.exit(count('failed') === 0 ? 0 : 1)

function failure(code: number): Verdict {
  return { result: 'failed', reason: `it ended with exit code ${code}` }
}

function testsOf(content: unknown): ReportedTest[] {
  const report = content as { testResults?: { assertionResults: ReportedTest[] }[] } | undefined
  return (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
}

function readNotes(file: string): BatteryNotes {
  const notes: BatteryNotes = { figures: [], notRun: [] }
  if (!existsSync(file)) return notes
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { kind, text } = JSON.parse(line) as { kind: keyof BatteryNotes; text: string }
    notes[kind].push(text)
  }
  return notes
}
