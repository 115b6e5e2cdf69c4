import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './build-fingerprint.ts'
import {
  add,
  judge,
  run,
  runChecks,
  runForReport,
  runVitest,
  tellFailures,
  tellStages,
} from './check-steps.ts'
import type { Tally } from './check-steps.ts'

type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number } }

async function runBrowserTests(): Promise<Tally> {
  const { code, content } = await runForReport(
    'browser tests',
    ['playwright', 'test'],
    'test-results/browser.json',
  )
  const { expected, unexpected, flaky } = (content as BrowserReport | undefined)?.stats ?? {
    expected: 0,
    unexpected: 0,
    flaky: 0,
  }
  console.log(`▪ browser tests: ${countExcluded()} more run in \`npm run battery -- journeys\` only`)
  return judge('browser tests', code, expected, unexpected + flaky)
}

/** Counts the browser tests that only the whole run includes, at one width or at all. */
function countExcluded(): number {
  const folder = join(projectFolder, 'tests/browser')
  const sources = readdirSync(folder).filter((name) => name.endsWith('.e2e.ts'))
  return sources.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/@whole/g) ?? []).length
}

let tally = await runChecks()
// Both test runs use the built product; one build here saves them parallel builds.
const isBuilt = (await run('build', ['node', 'scripts/build.ts'])) === 0
tally = add(
  tally,
  await runVitest('tests on a real database', ['--project', 'world'], 'test-results/world.json'),
)
tally = add(tally, isBuilt ? await runBrowserTests() : { passed: 0, failed: 1 })
tellFailures()
tellStages()
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)
