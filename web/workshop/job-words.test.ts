import { expect, test } from 'vitest'
import { groupJobs, jobTime } from './job-words.ts'

test('a job of another day has its day and its end', () => {
  const job = {
    startsAt: '2026-11-30T09:00:00-08:00',
    endsAt: '2026-11-30T12:00:00-08:00',
    timeZone: 'America/Los_Angeles',
  }
  expect(jobTime({ ...job, isToday: true })).toBe('9:00 AM to 12:00 PM')
  expect(jobTime({ ...job, isToday: false })).toBe('Mon, Nov 30, 9:00 AM to 12:00 PM')
})

test('own and free jobs of today come before those of others, each in the order of time', () => {
  const you = { name: 'Tess', isYou: true }
  const other = { name: 'Kim', isYou: false }
  const jobs = [
    { at: 8, isToday: true, technician: other },
    { at: 9, isToday: true, technician: null },
    { at: 10, isToday: true, technician: you },
    { at: 11, isToday: true, technician: other },
    { at: 33, isToday: false, technician: you },
  ]
  const { today, others, later } = groupJobs(jobs)
  expect([today, others, later].map((group) => group.map(({ at }) => at))).toEqual([[9, 10], [8, 11], [33]])
})
