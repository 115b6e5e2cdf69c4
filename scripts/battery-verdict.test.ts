import { expect, test } from 'vitest'
import { judgeBattery, type ReportedTest } from './battery-verdict.ts'

const notes = { figures: [], notRun: [] }
const attack: ReportedTest = { title: '200 attacks win nothing', status: 'passed' }
const control: ReportedTest = { title: 'control: without the guard they win', status: 'passed' }

test('a battery with passed tests and a passed control has held', () => {
  expect(judgeBattery([attack, control], notes)).toEqual({ result: 'held', reason: '' })
})

test('a failed test or a failed control fails the battery', () => {
  expect(judgeBattery([attack, { ...control, status: 'failed' }], notes)).toEqual({
    result: 'failed',
    reason: 'control: without the guard they win',
  })
})

test('a battery without a control, without a test, with a skipped test or with a note to that effect was not run', () => {
  expect(judgeBattery([attack], notes).reason).toBe('it has no control')
  expect(judgeBattery([attack, { ...control, status: 'skipped' }], notes).result).toBe('not run')
  expect(judgeBattery([control], notes).reason).toBe('no test ran')
  expect(judgeBattery([], notes).reason).toBe('no test ran')
  expect(judgeBattery([attack, control, { title: 'a disk', status: 'skipped' }], notes).reason).toBe(
    '1 left out',
  )
  expect(judgeBattery([attack, control], { figures: [], notRun: ['no disk to fill'] })).toEqual({
    result: 'not run',
    reason: 'no disk to fill',
  })
})
