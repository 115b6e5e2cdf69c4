import { expect, test } from 'vitest'
import { testsOfJourneys } from './journeys-report.ts'

test('each journey of a Playwright report is listed once for each width, a flaky one as failed', () => {
  const report = {
    suites: [
      {
        specs: [{ title: 'a', tests: [{ status: 'expected' }, { status: 'flaky' }] }],
        suites: [{ specs: [{ title: 'control: b', tests: [{ status: 'skipped' }] }] }],
      },
    ],
  }
  expect(testsOfJourneys(report)).toEqual([
    { title: 'a', status: 'passed' },
    { title: 'a', status: 'failed' },
    { title: 'control: b', status: 'skipped' },
  ])
  expect(testsOfJourneys(undefined)).toEqual([])
})
