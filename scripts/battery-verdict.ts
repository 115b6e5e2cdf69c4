/** One test as vitest's JSON report has it. */
export type ReportedTest = { title: string; status: string }

/** What a battery wrote down of its run: the lines of figures, and why something could not be run, if so. */
export type BatteryNotes = { figures: string[]; notRun: string[] }

export type Verdict = { result: 'held' | 'failed' | 'not run'; reason: string }

const controlTitle = /^control\b/

/**
 * What a battery's run proves. It has held only when it ran and its control was seen to fail without the guard: without one, nobody
 * knows that the battery could have found anything.
 */
export function judgeBattery(tests: readonly ReportedTest[], { notRun }: BatteryNotes): Verdict {
  const failed = tests.filter(({ status }) => status === 'failed')
  if (failed.length > 0) return { result: 'failed', reason: failed.map(({ title }) => title).join('; ') }
  if (notRun.length > 0) return { result: 'not run', reason: notRun.join('; ') }
  const passed = tests.filter(({ status }) => status === 'passed')
  if (passed.every(({ title }) => controlTitle.test(title)))
    return { result: 'not run', reason: 'no test ran' }
  if (!passed.some(({ title }) => controlTitle.test(title)))
    return { result: 'not run', reason: 'it has no control' }
  const other = tests.length - passed.length
  return other === 0 ? { result: 'held', reason: '' } : { result: 'not run', reason: `${other} left out` }
}
