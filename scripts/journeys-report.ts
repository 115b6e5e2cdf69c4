import type { ReportedTest } from './battery-verdict.ts'

type Spec = { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }
type Suite = { specs?: Spec[]; suites?: Suite[] }

const words = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const

/** Converts Playwright's JSON report to vitest's test results, one for each width of a journey. */
export function testsOfJourneys(report: unknown): ReportedTest[] {
  const { specs = [], suites = [] } = (report ?? {}) as Suite
  return [
    ...specs.flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status: words[status] }))),
    ...suites.flatMap(testsOfJourneys),
  ]
}
