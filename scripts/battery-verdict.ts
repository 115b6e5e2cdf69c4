/** One test in vitest's JSON report. */
export type ReportedTest = { title: string; status: string }

/** Notes of a battery's run: its lines of figures, and the reason if it could not run. */
export type BatteryNotes = { figures: string[]; notRun: string[] }

export type Verdict = { result: 'held' | 'failed' | 'not run'; reason: string }

const controlTitle = /^control\b/

/**
 * Judges the run of a battery. It holds only if it ran and its control failed without the guard: without a
 * control the battery might be unable to find any fault.
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
