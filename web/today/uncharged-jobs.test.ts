import { expect, test } from 'vitest'
import type { Attention } from '../../contract/admin/attention.ts'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import { unchargedJobs } from './uncharged-jobs.ts'

const job = (appointmentId: string, workState: WorkState = 'booked') =>
  ({ appointmentId, workState }) as Attention['uncharged'][number]
const item = (appointmentId: string, reason: Attention['items'][number]['reason']) =>
  ({ appointmentId, reason }) as Attention['items'][number]

test('a finished job with another problem is listed with the problem alone, unless its car is gone', () => {
  const { jobs, count } = unchargedJobs({
    items: [
      item('lapsed', 'hold_failed'),
      item('lapsed', 'done_not_charged'),
      item('plain', 'done_not_charged'),
      item('gone', 'hold_failed'),
    ],
    uncharged: [job('lapsed'), job('plain'), job('gone', 'handed_over')],
    ranges: { done_not_charged: 140, hold_failed: 1, awaits_fitment: 0 },
  })
  expect(jobs.map(({ appointmentId }) => appointmentId)).toEqual(['plain', 'gone'])
  expect(count).toBe(139)
})
