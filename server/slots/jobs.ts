import type { Job } from '../jobs/job.ts'
import { extendSeries, settleConflicts } from './blocks/keep-series.ts'

export const slotJobs: Job[] = [
  { name: 'slots.extend-weekly-blocks', run: extendSeries },
  { name: 'slots.settle-block-conflicts', run: settleConflicts },
]
