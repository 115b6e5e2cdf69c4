import type { Job } from '../jobs/job.ts'
import { sendOutbox } from './send-outbox.ts'

export const notificationJobs: Job[] = [
  {
    name: 'notifications.send-outbox',
    run: async (context) => {
      await sendOutbox(context)
    },
  },
]
