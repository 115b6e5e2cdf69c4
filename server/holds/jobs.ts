import type { Job } from '../jobs/job.ts'
import { renewHolds } from './renew-holds.ts'
import { recoverHolds } from './recover-holds.ts'
import { reconcileProvider } from './reconcile-provider.ts'

// The names are those of the queues in the database: a running process of another version deletes unknown
// ones.
export const holdJobs: Job[] = [
  { name: 'appointments.settle-holds', run: recoverHolds },
  { name: 'appointments.keep-holds', run: renewHolds },
  {
    name: 'appointments.sweep-provider',
    run: (context, occasion) => reconcileProvider(context, { atOnce: occasion === 'start' }),
  },
]
