import { expect, test } from 'vitest'
import type { Attention } from '../../contract/admin/attention.ts'
import { unchargedJobs } from './uncharged-jobs.ts'

const job = (appointmentId: string) => ({ appointmentId }) as Attention['uncharged'][number]
const item = (appointmentId: string, reason: Attention['items'][number]['reason']) =>
  ({ appointmentId, reason }) as Attention['items'][number]

test('a finished job with another problem is listed with the problem alone', () => {
  const { jobs, count } = unchargedJobs({
    items: [
      item('lapsed', 'hold_failed'),
      item('lapsed', 'done_not_charged'),
      item('plain', 'done_not_charged'),
    ],
    uncharged: [job('lapsed'), job('plain')],
    ranges: { done_not_charged: 140, hold_failed: 1, awaits_fitment: 0 },
  })
  expect(jobs.map(({ appointmentId }) => appointmentId)).toEqual(['plain'])
  expect(count).toBe(139)
})
