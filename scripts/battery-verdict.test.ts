import { expect, test } from 'vitest'
import { judgeBattery, type ReportedTest } from './battery-verdict.ts'

const notes = { figures: [], notRun: [] }
const attack: ReportedTest = { title: '200 attacks win nothing', status: 'passed' }
const control: ReportedTest = { title: 'control: without the guard they win', status: 'passed' }

test('a battery has held when it ran and its control did', () => {
  expect(judgeBattery([attack, control], notes)).toEqual({ result: 'held', reason: '' })
})

test('one that fails has failed, its control too', () => {
  expect(judgeBattery([attack, { ...control, status: 'failed' }], notes)).toEqual({
    result: 'failed',
    reason: 'control: without the guard they win',
  })
})

test('without a control, without a test, with one left out or by its own word it was not run', () => {
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
