import type { Job } from '../jobs/job.ts'
import { keepHolds } from './renew-holds.ts'
import { settleHolds } from './recover-holds.ts'
import { sweepProvider } from './reconcile-provider.ts'

export const appointmentJobs: Job[] = [
  { name: 'appointments.settle-holds', run: settleHolds },
  { name: 'appointments.keep-holds', run: keepHolds },
  {
    name: 'appointments.sweep-provider',
    run: (context, occasion) => sweepProvider(context, { atOnce: occasion === 'start' }),
  },
]
