import { expect, test } from 'vitest'
import type { WorkState } from '../../contract/workshop/work-states.ts'
import { groupJobs, jobTime } from './job-words.ts'

const idsOf = (jobs: readonly { appointmentId: string }[]) => jobs.map(({ appointmentId: id }) => id)

test('a job of another day has its day and its end', () => {
  const job = {
    startsAt: '2026-11-30T09:00:00-08:00',
    endsAt: '2026-11-30T12:00:00-08:00',
    timeZone: 'America/Los_Angeles',
  }
  expect(jobTime({ ...job, isToday: true })).toBe('9:00 AM to 12:00 PM')
  expect(jobTime({ ...job, isToday: false })).toBe('Mon, Nov 30, 9:00 AM to 12:00 PM')
})

const workOrder = (state: WorkState) => ({ workOrder: { state } })

test('own and free jobs of today come before those of others and those that are over, each in the order of time', () => {
  const you = { name: 'Tess', isYou: true }
  const other = { name: 'Kim', isYou: false }
  const jobs = [
    { appointmentId: '-20', isToday: false, technician: you, ...workOrder('in_bay') },
    { appointmentId: '8', isToday: true, technician: other, ...workOrder('booked') },
    { appointmentId: '9', isToday: true, technician: null, ...workOrder('handed_over') },
    { appointmentId: '10', isToday: true, technician: you, ...workOrder('booked') },
    { appointmentId: '11', isToday: true, technician: other, ...workOrder('booked') },
    { appointmentId: '33', isToday: false, technician: you, ...workOrder('booked') },
  ]
  const { today, others, done, later } = groupJobs(jobs, null)
  expect([today, others, done, later].map(idsOf)).toEqual([['-20', '10'], ['8', '11'], ['9'], ['33']])
  // One that was just handed over keeps its place while that can be undone.
  expect(idsOf(groupJobs(jobs, '9').today)).toEqual(['-20', '9', '10'])
})
