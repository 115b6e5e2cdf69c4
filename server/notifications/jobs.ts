import type { Job } from '../jobs/job.ts'
import { forgetMailCounts } from './limits/mail-counts.ts'
import { sendOutbox } from './send-outbox.ts'

export const notificationJobs: Job[] = [
  {
    name: 'notifications.send-outbox',
    run: async (context) => {
      await sendOutbox(context)
    },
  },
  { name: 'notifications.forget-mail-counts', run: forgetMailCounts },
]
