import type { Job } from '../jobs/job.ts'
import { announceShops } from './announce-shops.ts'
import { forgetAnswersJob } from './geocode-cache.ts'
import { deleteOldInvitations } from './people/delete-invitations.ts'
import { resealPayouts } from './reseal-payouts.ts'

export const shopJobs: Job[] = [
  { name: 'shops.announce', run: announceShops },
  {
    name: 'shops.reseal-payouts',
    run: (context, occasion) => resealPayouts(context, occasion === 'start'),
  },
  forgetAnswersJob,
  { name: 'shops.delete-invitations', run: deleteOldInvitations },
]
