import { add, judge, run, runChecks, runForReport, runVitest, tellFailures } from './check-steps.ts'
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
  return judge('browser tests', code, expected, unexpected + flaky)
}

let tally = await runChecks()
// Both of what follows run the built product; built here, several of them do not build it at once.
const isBuilt = (await run('build', ['node', 'scripts/build.ts'])) === 0
tally = add(
  tally,
  await runVitest('tests on a real database', ['--project', 'world'], 'test-results/world.json'),
)
tally = add(tally, isBuilt ? await runBrowserTests() : { passed: 0, failed: 1 })
tellFailures()
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)
