import type { Job } from '../jobs/job.ts'
import { forgetAnswersJob } from './geocode-cache.ts'
import { resealPayouts } from './reseal-payouts.ts'

export const shopJobs: Job[] = [
  {
    name: 'shops.reseal-payouts',
    run: (context, occasion) => resealPayouts(context, occasion === 'start'),
  },
  forgetAnswersJob,
]
