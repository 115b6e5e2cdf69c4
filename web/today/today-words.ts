import { formatCents } from '../../contract/money.ts'
import type { Day } from './sort-day.ts'

/** '4 jobs today · $1,796 held · 1 done' */
export function figuresLine({ jobs, heldCents, done }: Day['figures']): string {
  if (jobs === 0) return 'No jobs today'
  return [
    `${jobs} ${jobs === 1 ? 'job' : 'jobs'} today`,
    `${formatCents(heldCents)} held`,
    `${done} done`,
  ].join(' · ')
}

/** `unpaid`: jobs that are over, or whose car is ready, and that are not paid. */
type Counts = { attention: number; inShop: number; arriving: number; unpaid: number; tomorrow: number }

/** The parts of the day that are empty, in one line. */
export function emptySentences({ attention, inShop, arriving, unpaid, tomorrow }: Counts): string {
  return [
    attention === 0 && 'Nothing needs attention.',
    inShop === 0 && 'No car is in the shop.',
    arriving === 0 && 'No more cars arrive today.',
    unpaid === 0 && 'Every finished job is charged.',
    tomorrow === 0 && 'No jobs tomorrow.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
